import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import { tokens } from './platform/http/session.ts'
import { media } from './platform/media/media.tables.ts'
import { keyOfFile } from './platform/media/media.ts'
import { draftSuffix } from './platform/media/write-files.ts'
import { categoryId, makeCompany } from './test/factories.ts'
import { formOf, mediaFiles, pictureFile } from './test/pictures.ts'
import { openPlace, type Place, preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers } from './test/processes.ts'
import { sessionOf } from './test/sessions.ts'

startsServers()

/** Concurrent savers when the process is killed, and the photos of each save. */
const savers = 3
const photos = 3
/** Files per stored picture. */
const widths = 3

/** Progress of the saves: files being written, complete files, and responses. */
interface Progress {
  drafts: number
  whole: number
  answers: number
}

/** When to kill, compared with the progress at some response. Each save adds one picture of its own. */
const moments: ((now: Progress, then: Progress) => boolean)[] = [
  // Files are being written.
  now => now.drafts > 0,
  // A picture's files are complete; the transaction that writes its row begins.
  (now, then) => now.whole >= then.whole + widths,
  // A save has just been acknowledged.
  (now, then) => now.answers > then.answers,
]
/** Two rounds: with several savers the exact state differs each time. */
const rounds = [...moments, ...moments]

interface Saved {
  get_absolute_url: string
  get_image: string
  images: { get_image: string; get_thumbnail: string }[]
}

/** A place with a company that can sell; returns the authorization of its creator. */
async function makeSupplier() {
  const { place, made } = await preparedPlace(async db => {
    const { creatorId } = await makeCompany(db)
    const category = await categoryId(db, 'hvoynye')
    return { category, access: await tokens(secret).signAccess(creatorId, await sessionOf(db, creatorId)) }
  })
  return { place, category: made.category, authorization: `Bearer ${made.access}` }
}

/** Keys of the rows of stored pictures. */
async function mediaRows(place: Place): Promise<Set<string>> {
  const { db, close } = await openPlace(place)
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

/**
 * On a database server other processes may be saving into the folder, so that a start removes a file without a row only
 * when it is older than a day: makes all files that old.
 */
function ageFiles(folder: string): void {
  const before = new Date(Date.now() - 2 * 24 * 60 * minute)
  for (const name of mediaFiles(folder)) utimesSync(join(folder, 'media', name), before, before)
}

const isShared = inject('template') !== null

describe('kill -9 during saves', () => {
  it('loses no acknowledged product and leaves no picture without its row', { timeout: 10 * minute }, async () => {
    const { place, category, authorization } = await makeSupplier()
    const folder = place.DATA_DIR
    const acknowledged: Saved[] = []
    /** Files after each start, before any save; as rows are only added, each must have one at the end. */
    const left = new Set<string>()
    const files = await Promise.all(Array.from({ length: 12 }, () => pictureFile()))
    let sent = 0
    let cutShort = 0

    async function saveUntilKilled(server: Started): Promise<void> {
      for (;;) {
        const n = ++sent
        // Some pictures are shared between products, as suppliers' pictures are.
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

    for (const hasCome of rounds) {
      const known = acknowledged.length
      if (isShared) ageFiles(folder)
      const server = await startAndListen(place)
      for (const name of mediaFiles(folder)) left.add(name)
      // After the previous round: all acknowledged products are whole, and no file is left without a product.
      for (const saved of acknowledged.slice(-12)) await expectWhole(server, authorization, saved)
      const saving = Promise.all(Array.from({ length: savers }, () => saveUntilKilled(server)))
      function progress(): Progress {
        const names = mediaFiles(folder)
        const drafts = names.filter(name => name.endsWith(draftSuffix)).length
        return { drafts, whole: names.length - drafts, answers: acknowledged.length }
      }
      // After the first response, so that no kill comes before there is work.
      while (acknowledged.length === known) await sleep(1)
      const then = progress()
      while (!hasCome(progress(), then)) await sleep(1)
      server.child.kill('SIGKILL')
      await server.ended
      await saving
    }

    if (isShared) ageFiles(folder)
    const server = await startAndListen(place)
    for (const saved of acknowledged) await expectWhole(server, authorization, saved)
    const stored = mediaFiles(folder)
    for (const name of stored) left.add(name)
    server.child.kill('SIGKILL')
    await server.ended
    const rows = await mediaRows(place)
    expect([...left].filter(name => !rows.has(keyOfFile(name)))).toEqual([])
    for (const key of rows) expect(stored.filter(name => name.startsWith(key))).toHaveLength(widths)
    expect(cutShort).toBeGreaterThanOrEqual(rounds.length)
    console.log(`${acknowledged.length} saved, ${cutShort} cut short`)
  })
})
