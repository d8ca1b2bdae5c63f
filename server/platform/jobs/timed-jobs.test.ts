import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { productJobs } from '#server/jobs.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { mediaFiles, pictureBytes } from '#server/test/listings.ts'
import { startTimedJobs } from './timed-jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('a job is done by one of several processes after each pause, also after it has failed', async () => {
  const { db } = server.database
  const every = 400
  const runs: number[] = []
  const lines: string[] = []
  const job = {
    name: 'test',
    every,
    async run() {
      runs.push(Date.now())
      if (runs.length === 1) throw new Error('оборвалась')
    },
  }
  const processes = [1, 2, 3].map(() => startTimedJobs(db, [job], line => lines.push(line)))
  await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(4), { timeout: 60_000, interval: 20 })
  await Promise.all(processes.map(one => one.stop()))
  const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0))
  // Three that knew nothing of each other would run it thrice in each pause.
  expect(pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)]).toBeGreaterThan(every / 2)
  expect(lines).toEqual([expect.stringContaining('test не удалась: оборвалась')])
  const ended = runs.length
  await new Promise(resolve => setTimeout(resolve, 3 * every))
  expect(runs).toHaveLength(ended)
})

it('files without a row go while the server runs, not those of today', async () => {
  const { database, media, dataDir } = server
  const keys = [
    await media.putPicture(sharp(await pictureBytes())),
    await media.putPicture(sharp(await pictureBytes())),
  ]
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const filesOf = (key = '') => mediaFiles(dataDir).filter(name => name.startsWith(key))
  for (const name of filesOf(keys[0])) utimesSync(join(dataDir, 'media', name), old, old)
  for (const job of productJobs({ db: database.db, media, logError: expect.unreachable })) await job.run()
  expect(keys.map(key => filesOf(key).length)).toEqual([0, 3])
})
