import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/test/app.ts'
import type { Db } from './database.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** More than the connections of each pool, so that all of them are used. */
const atOnce = 24

const rowsOf = async (db: Db, value: ReturnType<typeof sql>, count: number) =>
  (await db.select({ value: sql<number | string>`${value}` }).from(sql`generate_series(1, ${count}::int) i`)).map(
    row => row?.value,
  )

/** Fail when some of their rows have been sent already: the server sends them in pieces of eight kilobytes. */
const failures = [
  ['an error in a later row', (db: Db) => rowsOf(db, sql`1 / (5000 - i)`, 10_000), '22012'],
  ['a time-out', (db: Db) => rowsOf(db, sql`repeat('x', 9000) || pg_sleep(0.3)`, 100), '57014'],
  [
    'a statement that is cancelled',
    (db: Db) => rowsOf(db, sql`repeat('x', 9000) || case when i > 5 then pg_cancel_backend(pg_backend_pid()) end`, 100),
    '57014',
  ],
  [
    'a process that is ended',
    (db: Db) =>
      rowsOf(db, sql`repeat('x', 9000) || case when i > 5 then pg_terminate_backend(pg_backend_pid()) end`, 100),
    '57P01',
  ],
] as const

const codeOf = (error: unknown): unknown => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code ?? (cause ? codeOf(cause) : error)
}

describe.runIf(serverUrl)('after a query that fails once rows have been sent', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  describe.each(['db', 'quick'] as const)('the next queries of the pool `%s` get their own rows', pool => {
    it.each(failures)(
      'after %s',
      async (_, fail, code) => {
        const db = database[pool]
        for (let round = 0; round < 2; round++) {
          const failed = await Promise.allSettled(Array.from({ length: atOnce }, () => fail(db)))
          for (const outcome of failed) expect(outcome.status).toBe('rejected')
          const codes = new Set(failed.map(outcome => codeOf((outcome as PromiseRejectedResult).reason)))
          expect([...codes]).toEqual([code])
          const answers = await Promise.all(
            Array.from({ length: atOnce }, (__, n) => rowsOf(db, sql`i + ${n}::int`, 3)),
          )
          expect(answers).toEqual(Array.from({ length: atOnce }, (__, n) => [n + 1, n + 2, n + 3]))
        }
      },
      60_000,
    )

    it('within a transaction that goes on after a savepoint', async () => {
      const db = database[pool]
      await db.transaction(async tx => {
        await expect(
          tx.transaction(inner => rowsOf(inner as unknown as Db, sql`1 / (5000 - i)`, 10_000)),
        ).rejects.toThrow()
        expect(await rowsOf(tx as unknown as Db, sql`i`, 3)).toEqual([1, 2, 3])
      })
    })
  })
})
