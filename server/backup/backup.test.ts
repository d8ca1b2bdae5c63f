import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { emailSending } from '#server/platform/mail/mail.jobs.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import { closeAfterTest } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeFriends, makePerson } from '#server/test/factories.ts'
import { jobsOf } from '#server/test/jobs.ts'
import { formOf, pictureFile } from '#server/test/pictures.ts'
import { blankPlace, emptyPlace, openPlace, type Place, preparedPlace } from '#server/test/places.ts'
import {
  compiledOnce,
  minute,
  type Started,
  secret,
  startAndListen,
  startsServers,
  stop,
  temporaryFolder,
} from '#server/test/processes.ts'
import { bearerOf } from '#server/test/sessions.ts'
import { testBucket } from '#server/test/stores.ts'
import { restoreBackup } from './restore.ts'

startsServers()

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const command = async (name: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compiledOnce, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )

async function stateOf(place: Place): Promise<Record<string, string>> {
  const { db, close } = await openPlace(place)
  const state = await databaseState(db)
  await close()
  return state
}

/** A place with two friends, the first of whom posts, and their authorizations. */
async function placeOfFriends() {
  return preparedPlace(async db => {
    const people = [await makePerson(db), await makePerson(db)] as const
    await makeFriends(db, ...people)
    return [await bearerOf(db, secret, people[0].id), await bearerOf(db, secret, people[1].id)] as const
  })
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
        .filter(name => /\.(?:webp|document)$/.test(name))
        .toSorted()
    : []

const pdf = '%PDF-1.7\n%%EOF\n'

/** Sends a document from one person to the other; returns the conversation's id. */
async function sendDocument({ address }: Started, [author, friend]: readonly [string, string]): Promise<string> {
  const read = async (path: string, authorization: string) =>
    (await fetch(`${address}/api/${path}`, { headers: { authorization } })).json() as Promise<{ id: string }>
  const { id } = await read(`chat/${(await read('me/', friend)).id}/get-or-create/`, author)
  const body = formOf({ files: new File([pdf], 'смета.pdf') })
  const sent = await fetch(`${address}/api/chat/${id}/send/`, {
    method: 'POST',
    body,
    headers: { authorization: author },
  })
  expect(sent.status).toBe(201)
  return id
}

/** The other person can read the document. */
async function expectDocument({ address }: Started, friend: string, id: string): Promise<void> {
  const headers = { authorization: friend }
  const chat = await fetch(`${address}/api/chat/${id}/`, { headers })
  const { messages } = (await chat.json()) as { messages: { files: { id: string }[] }[] }
  const file = await fetch(`${address}/api/chat/files/${messages[0]?.files[0]?.id}/`, { headers })
  expect([file.status, await file.text()]).toEqual([200, pdf])
}

describe('a backup made while the server is written to', () => {
  /** Makes a backup while the author posts; returns its path and the names of its pictures. */
  async function copyAmidWriting(server: Started, place: Place, author: string) {
    let writing = true
    async function writeOn(): Promise<void> {
      for (let n = 0; writing; n++) await writePost(server, author, n % 2 === 0)
    }
    const written = writeOn()
    const file = join(temporaryFolder(), 'copy.tar')
    const made = await command('backup', place, file)
    writing = false
    await written
    expect(made).toEqual({ code: 0, text: expect.stringMatching(/копия|строк \d+, файлов снимков \d+/) })
    const entries = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')
    expect(entries.at(-1)).toBe('manifest.json')
    // No temporary files are left.
    expect(readdirSync(join(file, '..'))).toEqual(['copy.tar'])
    expect(readdirSync(place.DATA_DIR).filter(name => name.endsWith('.tmp'))).toEqual([])
    return { file, pictures: entries.flatMap(name => (name.startsWith('media/') ? name.slice(6) : [])).toSorted() }
  }

  /** Starts on a restored place: posts from before the backup and all pictures are there. */
  async function startOnCopy(place: Place, [author, friend]: readonly [string, string], before: Post[]) {
    const server = await startAndListen(place)
    for (const post of before) await expectShown(server, friend, post)
    // Every picture named by a row is there, whenever it was written.
    const feed = await fetch(`${server.address}/api/posts/?page_size=100`, { headers: { authorization: friend } })
    const { results } = (await feed.json()) as { results: Post[] }
    expect(results.length).toBeGreaterThanOrEqual(2)
    for (const post of results) await expectShown(server, friend, post)
    await writePost(server, author, true)
    return server
  }

  it(
    'restores into an empty place, from a data folder to a bucket and from there to a data folder',
    { timeout: 10 * minute },
    async () => {
      const { place, made: people } = await placeOfFriends()
      const server = await startAndListen(place)
      const before = [await writePost(server, people[0], true), await writePost(server, people[0], false)]
      const conversation = await sendDocument(server, people)
      const first = await copyAmidWriting(server, place, people[0])
      await stop(server)

      const bucket = await testBucket()
      closeAfterTest(bucket)
      const withBucket = { ...(await blankPlace()), ...bucket.env }
      expect(await command('restore', withBucket, first.file)).toMatchObject({ code: 0 })
      expect(bucket.names().toSorted()).toEqual(first.pictures)
      const successor = await startOnCopy(withBucket, people, before)
      await expectDocument(successor, people[1], conversation)
      const second = await copyAmidWriting(successor, withBucket, people[0])
      await stop(successor)

      const last = await emptyPlace()
      expect(await command('restore', last, second.file)).toMatchObject({ code: 0 })
      expect(mediaNames(last.DATA_DIR)).toEqual(second.pictures)
      const third = await startOnCopy(last, people, before)
      await expectDocument(third, people[1], conversation)
      await stop(third)
    },
  )
})

describe('a backup of a stopped server', () => {
  it('holds every row and every file, and restores only into an empty place', { timeout: 10 * minute }, async () => {
    const { place, made: people } = await placeOfFriends()
    const server = await startAndListen(place)
    for (let n = 0; n < 3; n++) await writePost(server, people[0], n === 0)
    await stop(server)
    const stopped = await openPlace(place)
    const email = { to: 'anna@mail.test', subject: 'Письмо', text: 'Письмо', html: '<p>Письмо</p>' }
    await stopped.db.transaction(tx => queueEmail(tx, email, uuidv7()))
    const jobs = await jobsOf(stopped.db, emailSending)
    expect(jobs).toMatchObject([{ state: 'created' }])
    await stopped.close()
    const state = await stateOf(place)
    const file = join(temporaryFolder(), 'copy.tar')
    expect(await command('backup', place, file)).toMatchObject({ code: 0 })
    // An existing file is not overwritten.
    expect(await command('backup', place, file)).toEqual({ code: 1, text: expect.stringContaining('уже есть') })

    const other = await blankPlace()
    const content = readFileSync(file)
    const damaged = join(file, '..', 'damaged.tar')
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 2048),
      // In the first file, right behind its header of 512 bytes: the end of a small file is only zero padding.
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 520), Buffer.from([(bytes[520] ?? 0) ^ 1]), bytes.subarray(521)]),
      () => Buffer.from('no archive'),
    ]) {
      writeFileSync(damaged, spoil(content))
      await expect(restoreBackup(readConfig(other), damaged)).rejects.toThrow(/^Копия повреждена: .*\.$/)
      expect(mediaNames(other.DATA_DIR)).toEqual([])
    }

    const foreign = join(other.DATA_DIR, 'media/ab')
    mkdirSync(foreign, { recursive: true })
    writeFileSync(join(foreign, `${'ab'.repeat(16)}-640.webp`), 'other')
    const refused = await command('restore', other, file)
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('другие файлы')])
    rmSync(foreign, { recursive: true })

    // Neither the damaged backups nor the refusal left anything in the way.
    expect(await command('restore', other, file)).toMatchObject({ code: 0 })
    expect(await stateOf(other)).toEqual(state)
    expect(mediaNames(other.DATA_DIR)).toEqual(mediaNames(place.DATA_DIR))
    for (const name of mediaNames(place.DATA_DIR)) {
      const [copied, original] = [other, place].map(({ DATA_DIR }) => readFileSync(join(DATA_DIR, 'media', name)))
      expect(copied?.equals(original ?? Buffer.of())).toBe(true)
    }
    // Constraints and sequences work as before.
    const { db, close } = await openPlace(other)
    expect((await jobsOf(db, emailSending)).map(({ id }) => id)).toEqual(jobs.map(({ id }) => id))
    const person = await makePerson(db)
    await expect(makeFriends(db, person, { id: '00000000-0000-7000-8000-000000000000' })).rejects.toThrow()
    await close()
    const again = await command('restore', other, file)
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('не пуста')])
  })
})
