import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/test/app.ts'
import { isUnavailable } from '../http/errors.ts'
import { ConnectionPool } from './connection-pool.ts'
import { withBudget } from './database-budget.ts'
import { DatabaseServers } from './database-servers.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const limits = { connecting: 5000, statement: 5000, lock: 5000, idling: 5000, answer: 6000 }

/** Lets the time of requests pass without giving timers a chance to say so, as on a busy machine. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe.runIf(serverUrl)('a pool of connections', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  it('keeps a connection that a request was given when its time had just run out', async () => {
    const pool = new ConnectionPool(new DatabaseServers(database.url ?? ''), {
      ...limits,
      connections: 1,
      isBounded: true,
    })
    const db = drizzle({ client: pool })
    const held = await pool.connect()
    const late = withBudget(50, () => db.transaction(tx => tx.execute(sql`select 1`)))
    const refused = expect(late).rejects.toSatisfy(isUnavailable)
    block(100)
    held.release()
    await refused
    const { rows } = await withBudget(2000, () => db.execute(sql`select 2 as value`))
    expect(rows).toEqual([{ value: 2 }])
    await pool.close()
  })

  it('closes although a connection was never given back', async () => {
    const pool = new ConnectionPool(new DatabaseServers(database.url ?? ''), { ...limits, connections: 2 })
    await pool.connect()
    await pool.close()
  })
})
