import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openEmbedded } from './platform/database/database.ts'
import { tokens } from './platform/http/session.ts'
import { media } from './platform/media/media.tables.ts'
import { keyOfFile } from './platform/media/media.ts'
import { loadReference } from './seed/load-reference.ts'
import { categoryId, makeCompany } from './test/factories.ts'
import { formOf, mediaFiles, pictureFile } from './test/listings.ts'
import {
  endProcesses,
  ensureBuild,
  minute,
  type Started,
  secret,
  startAndListen,
  temporaryFolder,
} from './test/processes.ts'
import { sessionOf } from './test/sessions.ts'

beforeAll(ensureBuild, 5 * minute)
afterEach(endProcesses)

const rounds = 20
/** Savers at work when the process is killed, and the photos of each save. */
const savers = 3
const photos = 3

interface Saved {
  get_absolute_url: string
  get_image: string
  images: { get_image: string; get_thumbnail: string }[]
}

/** A data folder with a company that can sell. */
async function makeSupplier() {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'media'), { recursive: true })
  const { db, close } = await openEmbedded(folder)
  await loadReference(db)
  const { creatorId } = await makeCompany(db)
  const category = await categoryId(db, 'hvoynye')
  const access = await tokens(secret).signAccess(creatorId, await sessionOf(db, creatorId))
  await close()
  return { folder, category, authorization: `Bearer ${access}` }
}

/** Keys of the rows of stored pictures; nobody else may have the folder open. */
async function mediaRows(folder: string): Promise<Set<string>> {
  const { db, close } = await openEmbedded(folder)
  const rows = await db.select({ key: sql<string>`${media.key}` }).from(media)
  await close()
  return new Set(rows.map(row => row.key))
}

async function expectWhole(server: Started, authorization: string, saved: Saved): Promise<void> {
  const answer = await fetch(`${server.address}/api/products${saved.get_absolute_url}`, { headers: { authorization } })
  expect(answer.status).toBe(200)
  const found = (await answer.json()) as Saved
  const paths = ({ images, get_image }: Saved) =>
    [get_image, ...images.flatMap(image => [image.get_image, image.get_thumbnail])].map(url => new URL(url).pathname)
  expect(paths(found)).toEqual(paths(saved))
  for (const path of paths(found)) {
    const picture = await fetch(server.address + path)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await picture.arrayBuffer()
  }
}

it('kill -9 amid saves loses no acknowledged product and leaves no picture without its row', {
  timeout: 10 * minute,
}, async () => {
  const { folder, category, authorization } = await makeSupplier()
  const acknowledged: Saved[] = []
  /** Files found right after a start, before any save. Rows are only added here, so each must have one at the end. */
  const left = new Set<string>()
  const files = await Promise.all(Array.from({ length: 12 }, () => pictureFile()))
  let sent = 0
  let cutShort = 0

  async function saveUntilKilled(server: Started): Promise<void> {
    for (;;) {
      const n = ++sent
      // Some pictures are shared between products, as suppliers' are.
      const images = Array.from({ length: photos }, (_, index) => files[(n * 5 + index) % files.length])
      const fresh = await pictureFile()
      const body = formOf({ category, genus: 'Туя', species: `убитая ${n}`, images: [...images.slice(1), fresh] })
      const headers = { authorization }
      try {
        const answer = await fetch(`${server.address}/api/products/create/`, { method: 'POST', headers, body })
        expect(answer.status).toBe(201)
        acknowledged.push((await answer.json()) as Saved)
      } catch (error) {
        if (server.child.exitCode === null && !server.child.killed) throw error
        cutShort++
        return
      }
    }
  }

  for (let round = 0; round < rounds; round++) {
    const known = acknowledged.length
    const server = await startAndListen({ DATA_DIR: folder, SECRET_KEY: secret })
    for (const name of mediaFiles(folder)) left.add(name)
    // What the last round left: everything that was acknowledged, and nothing that belongs to no product.
    for (const saved of acknowledged.slice(-12)) await expectWhole(server, authorization, saved)
    const saving = Promise.all(Array.from({ length: savers }, () => saveUntilKilled(server)))
    // After the first answer, so that no kill comes before the work; then anywhere within a save or two.
    while (acknowledged.length === known) await sleep(10)
    await sleep(Math.random() * 250)
    server.child.kill('SIGKILL')
    await server.ended
    await saving
  }

  const server = await startAndListen({ DATA_DIR: folder, SECRET_KEY: secret })
  for (const saved of acknowledged) await expectWhole(server, authorization, saved)
  const stored = mediaFiles(folder)
  for (const name of stored) left.add(name)
  server.child.kill('SIGKILL')
  await server.ended
  const rows = await mediaRows(folder)
  expect([...left].filter(name => !rows.has(keyOfFile(name)))).toEqual([])
  for (const key of rows) expect(stored.filter(name => name.startsWith(key))).toHaveLength(3)
  expect(cutShort).toBeGreaterThanOrEqual(rounds)
  console.log(`${acknowledged.length} saved, ${cutShort} cut short`)
})
