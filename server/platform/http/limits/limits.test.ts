import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { testDatabase } from '#server/test/app.ts'
import { deleteEndedCounts } from './limits.queries.ts'
import { rateLimits } from './limits.tables.ts'
import { type Limits, limitsOn } from './limits.ts'

let database: Database
/** Two processes on one database. */
let here: Limits
let there: Limits
const logged: unknown[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  logged.length = 0
  await database.db.delete(rateLimits)
  here = limitsOn(database.db, true, error => logged.push(error))
  there = limitsOn(database.db, true, error => logged.push(error))
})
afterEach(() => {
  here.close()
  there.close()
  vi.useRealTimers()
})

async function databaseTime(): Promise<number> {
  const [row] = await database.db
    .select({ time: sql<number>`extract(epoch from now())::float8` })
    .from(sql`(select) one`)
  return row?.time ?? 0
}

/** Advances the time of the processes and of the database: an embedded one uses the process's clock. */
async function pass(seconds: number): Promise<void> {
  const before = await databaseTime()
  vi.setSystemTime(Date.now() + seconds * 1000)
  if ((await databaseTime()) - before >= seconds) return
  await database.db.update(rateLimits).set({ endsAt: sql`${rateLimits.endsAt} - make_interval(secs => ${seconds})` })
}

const rule = (points: number, name = 'tries') => ({ name, points, seconds: 60 })
const refused = (retryAfter: unknown = expect.any(Number)) => ({ code: 'TOO_MANY_REQUESTS', retryAfter })
const rows = () => database.db.select().from(rateLimits)

/** The clocks of database and test advance while statements run. */
async function waitOf(refusal: Promise<void>): Promise<number> {
  const { code, retryAfter } = await refusal.then(
    () => ({ code: 'none', retryAfter: 0 }),
    (error: { code: string; retryAfter: number }) => error,
  )
  expect(code).toBe('TOO_MANY_REQUESTS')
  return retryAfter
}

describe('a limit', () => {
  it('allows a number of attempts per key, and says how long to wait', async () => {
    const tries = here.limit(rule(3))
    for (let n = 0; n < 3; n++) await tries.take('a')
    await pass(20)
    const wait = await waitOf(tries.take('a'))
    expect(wait).toBeGreaterThan(20)
    expect(wait).toBeLessThanOrEqual(40)
    await tries.take('b')
    await pass(40)
    await tries.take('a')
  })

  it('is shared by all processes, also under concurrency', async () => {
    const [one, other] = [here.limit(rule(20)), there.limit(rule(20))]
    const tries = Array.from({ length: 60 }, (_, n) => (n % 2 ? one : other).allows('a'))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(20)
    await expect(one.check('a')).rejects.toMatchObject(refused())
    await expect(other.check('a')).rejects.toMatchObject(refused())
    await here.limit(rule(20, 'another')).check('a')
  })

  it('with two keys in one request never deadlocks', async () => {
    const [one, other] = [here.limit(rule(1000)), there.limit(rule(1000))]
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const limit = n % 2 ? one : other
        for (const key of n % 2 ? ['a', 'b'] : ['b', 'a']) await limit.take(key)
        await deleteEndedCounts(database.db)
      }),
    )
    expect((await rows()).map(({ points }) => points)).toEqual([40, 40])
  })

  it('is not extended by further attempts', async () => {
    const tries = here.limit(rule(1))
    await tries.take('a')
    for (let n = 0; n < 5; n++) {
      await pass(10)
      await expect(tries.take('a')).rejects.toMatchObject(refused())
    }
    await pass(10)
    await tries.take('a')
  })

  it('can be checked without counting', async () => {
    const tries = here.limit(rule(2))
    for (let n = 0; n < 5; n++) await tries.check('a')
    await tries.take('a')
    await tries.check('a')
    await tries.take('a')
    await expect(tries.check('a')).rejects.toMatchObject(refused())
    await pass(60)
    await tries.check('a')
  })

  it('can return false instead of throwing', async () => {
    const tries = here.limit(rule(2))
    expect([await tries.allows('a'), await tries.allows('a'), await tries.allows('a')]).toEqual([true, true, false])
    await expect(tries.check('a')).rejects.toMatchObject(refused())
    await pass(60)
    expect(await tries.allows('a')).toBe(true)
  })

  it('resets a key on request, soon in other processes too', async () => {
    const [tries, elsewhere] = [here.limit(rule(1)), there.limit(rule(1))]
    await tries.take('a')
    await expect(tries.take('a')).rejects.toMatchObject(refused())
    await expect(elsewhere.take('a')).rejects.toMatchObject(refused())
    await tries.forget('a')
    await expect(elsewhere.take('a')).rejects.toMatchObject(refused())
    await pass(6)
    await elsewhere.take('a')
    await expect(tries.take('a')).rejects.toMatchObject(refused())
  })

  it('counts points of any size', async () => {
    const bytes = here.limit(rule(5_000_000_000))
    await bytes.take('a', 4_999_999_999)
    await bytes.take('a')
    await expect(bytes.take('a', 1)).rejects.toMatchObject(refused())
    const [row] = await rows()
    expect(row?.points).toBe(5_000_000_001)
  })

  it('refuses a key that is over it without another query', async () => {
    const tries = here.limit(rule(1))
    await tries.take('a')
    await expect(tries.take('a')).rejects.toMatchObject(refused())
    const before = await rows()
    for (let n = 0; n < 5; n++) {
      await expect(tries.take('a')).rejects.toMatchObject(refused())
      await expect(tries.check('a')).rejects.toMatchObject(refused())
      expect(await tries.allows('a')).toBe(false)
    }
    expect(await rows()).toEqual(before)
  })

  it('keeps rows of one size whatever the key, and removes expired ones', async () => {
    const tries = here.limit(rule(1))
    await tries.take('x'.repeat(100_000))
    await tries.take('a\u0000b')
    for (const { key } of await rows()) expect(key).toHaveLength(43)
    await pass(30)
    await tries.take('later')
    await deleteEndedCounts(database.db)
    expect(await rows()).toHaveLength(3)
    await pass(31)
    await deleteEndedCounts(database.db)
    expect(await rows()).toHaveLength(1)
  })

  it('treats the addresses of one sender as one key', async () => {
    const tries = here.limit(rule(1))
    await tries.take('2001:db8:1:2::1')
    await expect(tries.take('2001:db8:1:2:ffff::2')).rejects.toMatchObject(refused())
    await tries.take('2001:db8:1:3::1')
    await tries.take('203.0.113.7')
    await expect(tries.take('::ffff:203.0.113.7')).rejects.toMatchObject(refused())
  })

  it('counts in memory while the database is unavailable, and logs that once', async () => {
    const tries = here.limit(rule(2))
    await tries.take('a')
    await database.db.execute(sql`alter table rate_limits rename to lost`)
    try {
      await tries.take('b')
      await tries.check('b')
      await tries.take('b')
      await expect(tries.check('b')).rejects.toMatchObject(refused(60))
      await expect(tries.take('b')).rejects.toMatchObject(refused(60))
      await tries.forget('b')
      await tries.take('b')
      expect(logged).toHaveLength(1)
    } finally {
      await database.db.execute(sql`alter table lost rename to rate_limits`)
    }
    await tries.take('a')
    await expect(tries.take('a')).rejects.toMatchObject(refused())
  })

  it('that is off allows everything and writes nothing', async () => {
    const tries = limitsOn(database.db, false, () => {}).limit(rule(1))
    for (let n = 0; n < 5; n++) {
      await tries.take('a')
      await tries.check('a')
      expect(await tries.allows('a')).toBe(true)
    }
    await tries.forget('a')
    expect(await rows()).toEqual([])
  })
})

describe('a limit that batches its counts', () => {
  const generous = { name: 'writes', points: 100, seconds: 60, heldBack: 30 }

  it('sends no query for a few attempts, and is exact within a process', async () => {
    const writes = here.limit(generous)
    for (let n = 0; n < 29; n++) await writes.take('a')
    expect(await rows()).toEqual([])
    let through = 0
    for (let n = 0; n < 80; n++) if (await writes.allows('a')) through++
    expect(through).toBe(71)
  })

  it('exceeds the limit by at most one batch under concurrency', async () => {
    const writes = here.limit(generous)
    const tries = await Promise.all(Array.from({ length: 300 }, () => writes.allows('a')))
    const through = tries.filter(Boolean).length
    expect(through).toBeGreaterThan(70)
    expect(through).toBeLessThan(130)
  })

  it('exceeds the limit by at most one batch in another process', async () => {
    const [one, other] = [here.limit(generous), there.limit(generous)]
    let through = 0
    for (let n = 0; n < 200; n++) if (await (n % 2 ? one : other).allows('a')) through++
    expect(through).toBeGreaterThanOrEqual(100)
    expect(through).toBeLessThan(130)
  })

  it('starts again with the next window', async () => {
    const writes = here.limit(generous)
    for (let n = 0; n < 100; n++) await writes.take('a')
    await expect(writes.take('a')).rejects.toMatchObject(refused())
    await pass(61)
    for (let n = 0; n < 100; n++) await writes.take('a')
    await expect(writes.take('a')).rejects.toMatchObject(refused())
  })
})

it('the counts cost no write-ahead log', async () => {
  const [row] = await database.db
    .select({ kind: sql<string>`relpersistence` })
    .from(sql`pg_class`)
    .where(sql`relname = 'rate_limits'`)
  expect(row?.kind).toBe('u')
})
