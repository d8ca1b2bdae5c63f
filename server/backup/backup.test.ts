import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { closeAfterTest } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { formOf, pictureFile } from '#server/test/listings.ts'
import {
  endProcesses,
  ensureBuild,
  minute,
  type Started,
  secret,
  startAndListen,
  stop,
  temporaryFolder,
} from '#server/test/processes.ts'
import { bearerOf } from '#server/test/sessions.ts'
import { type TestStore, testBucket } from '#server/test/stores.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const command = async (name: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], { cwd: root, env: { PATH: process.env.PATH, ...env } }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )

let databases = 0
/** A place for a database: a folder, or an empty database of the server that the tests run on. */
async function emptyPlace(): Promise<Record<string, string>> {
  const env = { DATA_DIR: temporaryFolder(), SEED: 'none', SECRET_KEY: secret }
  const template = inject('template')
  if (!template) return env
  const name = `dendro_backup_${process.pid}_${databases++}`
  const admin = postgres(template.serverUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  onTestFinished(async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(template.serverUrl)
  url.pathname = `/${name}`
  return { ...env, DATABASE_URL: url.href }
}
const openPlace = (env: Record<string, string>) =>
  env.DATABASE_URL ? openServer(env.DATABASE_URL) : openEmbedded(env.DATA_DIR ?? '')

async function stateOf(env: Record<string, string>): Promise<Record<string, string>> {
  const { db, close } = await openPlace(env)
  const state = await databaseState(db)
  await close()
  return state
}

/** Two friends, the first of whom writes. */
async function makePeople(env: Record<string, string>): Promise<string[]> {
  mkdirSync(join(env.DATA_DIR ?? '', 'media'), { recursive: true })
  const { db, close } = await openPlace(env)
  const people = [await makePerson(db), await makePerson(db)] as const
  await makeFriends(db, ...people)
  const bearers = [await bearerOf(db, secret, people[0].id), await bearerOf(db, secret, people[1].id)]
  await close()
  return bearers
}

interface Post {
  id: string
  attachments: { get_image: string }[]
}

async function writePost(server: Started, authorization: string, isPrivate: boolean): Promise<Post> {
  const body = formOf({ body: 'Запись с #тегом', is_private: isPrivate, image: await pictureFile() })
  const answer = await fetch(`${server.address}/api/posts/create/`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Post
}

/** The post with its picture, as its author's friend sees them. */
async function expectShown(server: Started, authorization: string, { id }: Post): Promise<void> {
  const answer = await fetch(`${server.address}/api/posts/${id}/`, { headers: { authorization } })
  expect(answer.status).toBe(200)
  const { post } = (await answer.json()) as { post: Post }
  const picture = await fetch(server.address + new URL(post.attachments[0]?.get_image ?? '').pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await picture.arrayBuffer()
}

const mediaNames = (folder: string) =>
  existsSync(join(folder, 'media'))
    ? readdirSync(join(folder, 'media'), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.webp'))
        .toSorted()
    : []

beforeAll(ensureBuild, 5 * minute)
afterEach(endProcesses)

/** Where the copy comes from, and where it goes to. */
describe.each([
  ['the data folder', 'the data folder'],
  ['a bucket', 'the data folder'],
  ['the data folder', 'a bucket'],
])('pictures from %s to %s', (from, to) => {
  it('are copied with the database while both are written to, and stand as they were in an empty place', {
    timeout: 10 * minute,
  }, async () => {
    const place = async (kind: string) => {
      if (kind !== 'a bucket') return null
      const store: TestStore = await testBucket()
      closeAfterTest(store)
      return store
    }
    const [source, target] = [await place(from), await place(to)]
    const env = { ...(await emptyPlace()), ...source?.env }
    const [author = '', friend = ''] = await makePeople(env)
    const server = await startAndListen(env)
    const before = [await writePost(server, author, true), await writePost(server, author, false)]
    let writing = true
    async function writeOn(): Promise<void> {
      for (let n = 0; writing; n++) await writePost(server, author, n % 2 === 0)
    }
    const written = writeOn()
    const file = join(temporaryFolder(), 'copy.tar')
    const made = await command('backup', env, file)
    writing = false
    await written
    expect(made).toEqual({ code: 0, text: expect.stringMatching(/копия|строк \d+, файлов снимков \d+/) })
    const entries = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')
    expect(entries.at(-1)).toBe('manifest.json')
    // Nothing of the making is left.
    expect(readdirSync(join(file, '..'))).toEqual(['copy.tar'])
    expect(readdirSync(env.DATA_DIR ?? '').filter(name => name.endsWith('.tmp'))).toEqual([])

    const other = { ...(await emptyPlace()), ...target?.env }
    const restored = await command('restore', other, file)
    expect(restored, restored.text).toMatchObject({ code: 0 })
    const again = await command('restore', other, file)
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('не пуста')])
    const names = target ? target.names().toSorted() : mediaNames(other.DATA_DIR ?? '')
    expect(names).toEqual(entries.flatMap(name => (name.startsWith('media/') ? name.slice(6) : [])).toSorted())
    const successor = await startAndListen(other)
    for (const post of before) await expectShown(successor, friend, post)
    // Every picture that a row names is there, whenever it was written.
    const feed = await fetch(`${successor.address}/api/posts/?page_size=100`, { headers: { authorization: friend } })
    const { results } = (await feed.json()) as { results: Post[] }
    expect(results.length).toBeGreaterThanOrEqual(2)
    for (const post of results) await expectShown(successor, friend, post)
    await writePost(successor, author, true)
    await stop(successor)
    await stop(server)
  })
})

describe('a copy', () => {
  it('of a stopped server holds every row of every table and every file', { timeout: 5 * minute }, async () => {
    const env = await emptyPlace()
    const [author = ''] = await makePeople(env)
    const server = await startAndListen(env)
    for (let n = 0; n < 3; n++) await writePost(server, author, n === 0)
    await stop(server)
    const state = await stateOf(env)
    const file = join(temporaryFolder(), 'copy.tar')
    expect(await command('backup', env, file)).toMatchObject({ code: 0 })
    // What is there is not written over.
    expect(await command('backup', env, file)).toEqual({ code: 1, text: expect.stringContaining('уже есть') })
    const other = await emptyPlace()
    expect(await command('restore', other, file)).toMatchObject({ code: 0 })
    expect(await stateOf(other)).toEqual(state)
    const [folder, otherFolder] = [env.DATA_DIR ?? '', other.DATA_DIR ?? '']
    expect(mediaNames(otherFolder)).toEqual(mediaNames(folder))
    for (const name of mediaNames(folder)) {
      expect(readFileSync(join(otherFolder, 'media', name)).equals(readFileSync(join(folder, 'media', name)))).toBe(
        true,
      )
    }
    // Rules and numbers are as before: the next rows fit in.
    const { db, close } = await openPlace(other)
    const person = await makePerson(db)
    await expect(makeFriends(db, person, { id: '00000000-0000-7000-8000-000000000000' })).rejects.toThrow()
    await close()

    const content = readFileSync(file)
    const damaged = join(file, '..', 'damaged.tar')
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 2048),
      // In the first file, right behind its header of 512 bytes: the end of a small file is filled up with zeros, which
      // nobody reads.
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 520), Buffer.from([(bytes[520] ?? 0) ^ 1]), bytes.subarray(521)]),
      () => Buffer.from('no archive'),
    ]) {
      writeFileSync(damaged, spoil(content))
      const empty = await emptyPlace()
      const { code, text } = await command('restore', empty, damaged)
      expect([code, text]).toEqual([1, expect.stringContaining('повреждена')])
      expect(mediaNames(empty.DATA_DIR ?? '')).toEqual([])
    }
    truncateSync(damaged, 0)
  })

  it('goes to no place in which other pictures are', { timeout: 5 * minute }, async () => {
    const env = await emptyPlace()
    await makePeople(env)
    const file = join(temporaryFolder(), 'copy.tar')
    expect(await command('backup', env, file)).toMatchObject({ code: 0 })
    const other = await emptyPlace()
    mkdirSync(join(other.DATA_DIR ?? '', 'media/ab'), { recursive: true })
    writeFileSync(join(other.DATA_DIR ?? '', `media/ab/${'ab'.repeat(16)}-640.webp`), 'other')
    const { code, text } = await command('restore', other, file)
    expect([code, text]).toEqual([1, expect.stringContaining('другие файлы')])
  })
})
