import { once } from 'node:events'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { vi } from 'vitest'
import { DatabaseClient } from '#server/platform/database/database-servers.ts'
import type { Db } from '#server/platform/database/database.ts'

type Send = (text: string) => Promise<unknown>

interface Statement {
  /** Sends it, and returns its answer. */
  run: () => Promise<unknown>
  /** Sends another one on its connection instead. */
  send: Send
  /** On a server, its connection. */
  client?: DatabaseClient
}

/** PostgreSQL's codes: a statement cancelled, a conflict between transactions, a deadlock, memory used up. */
const [cancelled, conflict, deadlock, memory] = ['57014', '40001', '40P01', '53200']

const failing = (code: string) => `select fail_with('${code}')`
/** Rows are sent in pieces of eight kilobytes: some have arrived when it fails. */
const failingMidway = (code: string) =>
  `select repeat('x', 9000), case when i > 5 then fail_with('${code}') end from generate_series(1, 10) i`

async function lose({ client }: Statement): Promise<void> {
  if (!client) return
  const ended = once(client, 'end')
  client.connection.stream.destroy()
  await ended
}

/** What can happen to a statement, on either database. */
const onBoth = {
  'an error before': ({ send }: Statement) => send(failing(cancelled)),
  'an error in the middle of its rows': ({ send }: Statement) => send(failingMidway(memory)),
  async 'an error after'({ run, send }: Statement) {
    await run()
    return send(failing(cancelled))
  },
  'a conflict with another transaction': ({ send }: Statement) => send(failing(conflict)),
  'a deadlock': ({ send }: Statement) => send(failing(deadlock)),
}
/** And with a connection to a server. */
const onServer = {
  async 'a time-out, with the answer under way'({ run }: Statement) {
    run().catch(() => undefined)
    throw new Error('Query read timeout')
  },
  async 'the connection lost before'(statement: Statement) {
    await lose(statement)
    return statement.run()
  },
  async 'the connection lost after'(statement: Statement) {
    await statement.run()
    await lose(statement)
    throw new Error('Connection terminated unexpectedly')
  },
}
const ways: Record<string, (statement: Statement) => Promise<unknown>> = { ...onBoth, ...onServer }

export const faultsOf = (isServer: boolean): string[] => Object.keys(isServer ? ways : onBoth)

/**
 * Lets one statement of the application fail. It must be made before the database is opened, and `prepare` called
 * after that.
 */
export function statementFaults() {
  let count = 0
  let plan: { at: number; fault: string } | null = null
  let isHit = false

  async function pass(statement: Statement): Promise<unknown> {
    if (++count !== plan?.at) return statement.run()
    isHit = true
    return ways[plan.fault]?.(statement)
  }

  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<unknown>
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const run = () => Reflect.apply(query, this, args)
    if (!(this instanceof DatabaseClient)) return run()
    return pass({ client: this, run, send: text => Reflect.apply(query, this, [text]) })
  } as never)

  const embedded = Object.getPrototypeOf(PGlite.prototype) as PGlite
  const { query: queryAlone, transaction } = embedded
  vi.spyOn(embedded, 'query').mockImplementation(function (this: PGlite, ...args: never[]) {
    const run = () => Reflect.apply(queryAlone, this, args)
    return pass({ run, send: text => Reflect.apply(queryAlone, this, [text]) })
  } as never)
  vi.spyOn(embedded, 'transaction').mockImplementation(function (this: PGlite, act: (tx: Transaction) => unknown) {
    return Reflect.apply(transaction, this, [
      (tx: Transaction) => {
        const within = tx.query.bind(tx) as (...args: unknown[]) => Promise<unknown>
        tx.query = ((...args: unknown[]) => pass({ run: () => within(...args), send: text => within(text) })) as never
        return act(tx)
      },
    ])
  } as never)

  return {
    async prepare(db: Db): Promise<void> {
      await db.execute(sql`create function fail_with(code text) returns int language plpgsql as
        $$ begin raise exception 'injected' using errcode = code; end $$`)
    },
    /** The statements from here on are counted, and the one with this number gets the fault. */
    arm(next: { at: number; fault: string } | null): void {
      count = 0
      isHit = false
      plan = next
    },
    /** How many statements there were, and whether the fault was among them. */
    disarm(): { count: number; isHit: boolean } {
      plan = null
      return { count, isHit }
    },
  }
}
