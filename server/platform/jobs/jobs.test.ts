import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { tidyPictures } from '#server/jobs.ts'
import { type TestServer, testDatabase, testServer } from '#server/test/app.ts'
import { databaseProxy } from '#server/test/database-proxy.ts'
import { jobsOf, makeDue } from '#server/test/jobs.ts'
import { mediaFiles, pictureBytes } from '#server/test/pictures.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { type Database, openServer } from '../database/database.ts'
import { countJobs } from './job-counts.queries.ts'
import { jobQueue, prepareQueues, releaseJobs } from './job-queue.ts'
import { doneBy, HopelessJob, type JobHandler, type JobTry, startJobs } from './job-workers.ts'
import { queueOptions } from './queue-schema.ts'

/** However busy the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 })

const queue = jobQueue<{ n: number }>('test', { atOnce: 1, seconds: 5, retries: 2, pause: { first: 1, longest: 1 } })
const byItself = jobQueue('test-by-itself', { ...queue.options, schedule: '* * * * *' })

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await prepareQueues(server.database, [queue, byItself])
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.execute(sql`delete from pgboss.job`)
})

/** A process that runs this handler until the test ends; returns what it logs. */
function works(handler: JobHandler, database: Database = server.database) {
  const lines: string[] = []
  const workers = startJobs(database, [handler], line => lines.push(line))
  onTestFinished(() => workers.stop())
  return { lines, stop: workers.stop }
}

const send = (...numbers: number[]) =>
  server.database.db.transaction(tx =>
    queue.send(
      tx,
      numbers.map(n => ({ data: { n } })),
    ),
  )
const left = () => jobsOf(server.database.db, queue)

describe('queues', () => {
  it('that are as they should be cost one statement; changed options are stored', async () => {
    const statements = countStatements()
    onTestFinished(() => statements.stop())
    await prepareQueues(server.database, [queue, byItself])
    expect(statements.sofar()).toBe(1)
    const changed = { ...queue, options: { ...queue.options, retries: 7 } }
    const boss = new PgBoss(queueOptions(server.database.queue))
    const retriesOf = async () => (await boss.getQueue(queue.name))?.retryLimit
    await prepareQueues(server.database, [changed, byItself])
    expect(await retriesOf()).toBe(7)
    await prepareQueues(server.database, [queue, byItself])
    expect(await retriesOf()).toBe(queue.options.retries)
  })
})

describe('a job', () => {
  it('is done once by one of several processes, immediately and in the order of sending', async () => {
    const done: number[] = []
    for (let process = 0; process < 3; process++) works(doneBy(queue, async ({ n }) => void done.push(n)))
    await send(1)
    await until(() => expect(done).toEqual([1]))
    const begun = performance.now()
    const numbers = Array.from({ length: 30 }, (_, index) => index + 2)
    await send(...numbers)
    await until(() => expect(done).toHaveLength(31))
    // Faster than the next poll.
    expect(performance.now() - begun).toBeLessThan(8000)
    expect(done.toSorted((a, b) => a - b)).toEqual([1, ...numbers])
    await until(async () => expect(await left()).toEqual([]))
  })

  it('of a failed transaction is not sent', async () => {
    const tried = server.database.db.transaction(async tx => {
      await queue.send(tx, [{ data: { n: 1 } }])
      throw new Error('changed its mind')
    })
    await expect(tried).rejects.toThrow('changed its mind')
    expect(await left()).toEqual([])
  })

  it('that fails is retried a limited number of times, and counted as failed', async () => {
    const attempts: number[] = []
    const { lines } = works(
      doneBy(queue, async (_, { attempt }) => {
        attempts.push(attempt)
        throw new Error('не вышло у anna@mail.test')
      }),
    )
    await send(1)
    await until(async () => expect(await left()).toMatchObject([{ state: 'failed' }]))
    expect(attempts).toEqual([1, 2, 3])
    expect(lines.at(-1)).toMatch(/^Работа test \S+ не удалась и больше не делается: не вышло/)
    expect(JSON.stringify([lines, await left()])).not.toContain('anna@mail.test')
    const counts = await countJobs(server.database.db)
    expect(counts.find(({ queue }) => queue === 'test')).toMatchObject({ waiting: 0, failed: 1, oldestSeconds: 0 })

    // As docs/OPERATIONS.md says.
    const manual = readFileSync(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8')
    const retry = /^update pgboss.job[^;]+/m.exec(manual)?.[0].replace("'emails'", "'test'") ?? ''
    await server.database.db.execute(sql.raw(retry))
    await makeDue(server.database.db, queue)
    await until(() => expect(attempts.length).toBeGreaterThan(3))
  })

  it('that can never succeed is not retried', async () => {
    let tries = 0
    works(
      doneBy(queue, async () => {
        tries++
        throw new HopelessJob('незачем')
      }),
    )
    await send(1)
    await until(async () => expect(await left()).toMatchObject([{ state: 'failed', output: { message: 'незачем' } }]))
    expect(tries).toBe(1)
  })

  it('that takes too long is aborted and retried', async () => {
    const tries: JobTry[] = []
    works(
      doneBy(queue, async (_, about) => {
        tries.push(about)
        if (tries.length === 1) await new Promise(resolve => about.signal.addEventListener('abort', resolve))
      }),
    )
    await send(1)
    await until(() => expect(tries).toHaveLength(2))
    await until(async () => expect(await left()).toEqual([]))
  })

  it('of a dead process is retried after its timeout, or at once by a process that is alone', async () => {
    const { database } = server
    const take = (since: string) =>
      database.db.execute(sql`update pgboss.job set state = 'active', started_on = now() - ${since}::interval`)
    await send(1, 2)
    await take('1 minute')
    await new PgBoss(queueOptions(database.queue)).supervise(queue.name)
    expect(await left()).toMatchObject([{ state: 'retry' }, { state: 'retry' }])
    await take('1 second')
    const done: number[] = []
    works(doneBy(queue, async ({ n }) => void done.push(n)))
    await releaseJobs(database.db)
    await makeDue(database.db, queue)
    await until(() => expect(done).toEqual([1, 2]))
  })

  it('of a dead process is retried by the others once its heartbeat has stopped, long before its timeout', async () => {
    const shared = { ...server.database, isShared: true }
    const long = { ...queue, name: 'test-long', options: { ...queue.options, seconds: 3600 } }
    await prepareQueues(shared, [long])
    const { db } = server.database
    const boss = new PgBoss(queueOptions(server.database.queue))
    await boss.insert(long.name, [
      { data: { n: 1 }, priority: 2 },
      { data: { n: 2 }, priority: 1 },
    ])
    // As processes take them of which the first is killed at once.
    expect(await boss.fetch(long.name, { batchSize: 2 })).toHaveLength(2)
    await db.execute(sql`
      update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = ${long.name} and data ->> 'n' = '1'`)
    await boss.supervise(long.name)
    const states = new Map((await jobsOf(db, long)).map(({ data, state }) => [(data as { n: number }).n, state]))
    expect(states).toEqual(
      new Map([
        [1, 'retry'],
        [2, 'active'],
      ]),
    )
    const done: number[] = []
    works(
      doneBy({ ...queue, ...long }, async ({ n }) => void done.push(n)),
      shared,
    )
    await makeDue(db, long)
    await until(() => expect(done).toEqual([1]))
  })

  it('says that it is being worked on, so that it is not retried meanwhile', async () => {
    const shared = { ...server.database, isShared: true }
    const long = { ...queue, name: 'test-alive', options: { ...queue.options, seconds: 3600 } }
    await prepareQueues(shared, [long])
    const { promise: finished, resolve: finish }: PromiseWithResolvers<void> = Promise.withResolvers()
    let tries = 0
    works(
      doneBy({ ...queue, ...long }, async () => {
        tries++
        await finished
      }),
      shared,
    )
    await new PgBoss(queueOptions(server.database.queue)).insert(long.name, [{ data: { n: 1 } }])
    const { db } = server.database
    await makeDue(db, long)
    const beats = async () =>
      db
        .select({ late: sql<boolean>`heartbeat_on > started_on` })
        .from(sql`pgboss.job`)
        .where(sql`name = ${long.name} and state = 'active'`)
    await until(async () => expect(await beats()).toEqual([{ late: true }]))
    finish()
    await until(async () => expect(await jobsOf(db, long)).toEqual([]))
    expect(tries).toBe(1)
  })

  it('on a schedule does not accumulate', async () => {
    const { db } = server.database
    for (let n = 0; n < 3; n++) await db.transaction(tx => byItself.send(tx, [{ data: {} }]))
    expect(await jobsOf(db, byItself)).toHaveLength(1)
    let runs = 0
    const { lines } = works(doneBy(byItself, async () => void runs++))
    await until(async () => expect([await jobsOf(db, byItself), lines]).toEqual([[], []]))
    const schedules = await db.select({ cron: sql<string>`cron` }).from(sql`pgboss.schedule`)
    expect(schedules).toEqual([{ cron: '* * * * *' }])
    expect(runs).toBeGreaterThanOrEqual(1)
  })
})

it('an idle process asks for jobs a few times a minute', async () => {
  const { executeSql } = server.database.queue
  let asked = 0
  const counting = {
    ...server.database,
    queue: {
      executeSql(...query: Parameters<typeof executeSql>) {
        asked++
        return executeSql(...query)
      },
    },
  }
  works(
    doneBy(queue, async () => undefined),
    counting,
  )
  await new Promise(resolve => setTimeout(resolve, 2000))
  asked = 0
  await new Promise(resolve => setTimeout(resolve, 5000))
  expect(asked).toBeLessThan(10)
})

describe.runIf(process.env.TEST_DATABASE_URL)('while the server of the database does not answer', () => {
  it.each(['refuse', 'swallow'] as const)('jobs wait, and are done when it is back (%s)', async harm => {
    const direct = await testDatabase()
    const proxy = await databaseProxy(direct.url ?? '')
    const database = await openServer(proxy.url)
    onTestFinished(async () => {
      await database.close()
      await proxy.close()
      await direct.close()
    })
    await prepareQueues(direct, [queue])
    const done: number[] = []
    const { lines } = works(
      doneBy(queue, async ({ n }) => void done.push(n)),
      database,
    )
    const sendDirectly = (n: number) => direct.db.transaction(tx => queue.send(tx, [{ data: { n } }]))
    await sendDirectly(1)
    await until(() => expect(done).toEqual([1]))
    await proxy[harm]()
    await sendDirectly(2)
    await new Promise(resolve => setTimeout(resolve, 1000))
    expect(done).toEqual([1])
    await proxy.heal()
    await vi.waitFor(() => expect(done).toEqual([1, 2]), { timeout: 50_000 })
    await makeDue(direct.db, queue)
    expect(lines.length).toBeLessThan(5)
  })
})

it('files without a row are removed while the server runs, except those of today', async () => {
  const { database, media, dataDir } = server
  const keys = [
    await media.putPicture(sharp(await pictureBytes())),
    await media.putPicture(sharp(await pictureBytes())),
  ]
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const filesOf = (key = '') => mediaFiles(dataDir).filter(name => name.startsWith(key))
  for (const name of filesOf(keys[0])) utimesSync(join(dataDir, 'media', name), old, old)
  await tidyPictures({ db: database.db, media, logError: expect.unreachable }, false)
  expect(keys.map(key => filesOf(key).length)).toEqual([0, 3])
})
