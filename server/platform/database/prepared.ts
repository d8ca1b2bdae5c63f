import { type Placeholder, sql } from 'drizzle-orm'
import type { Db, Tx } from './database.ts'

/**
 * A query for which many requests wait: put together once for each database, sent in one round trip and planned once for
 * each connection. An unnamed statement takes two, and planning a join of ten tables takes longer than running it.
 *
 * `build` uses `sql.placeholder` for values and ends with `prepare`. A limit is written into the text (`literal`): a plan
 * for an unknown limit may sort the whole table. Lists of values are one array (`= any(…)`), so that the text stays the
 * same. In a transaction the query is put together anew, for it belongs to the transaction's session, but the driver
 * knows it by its text and does not plan it again.
 */
export function prepared<Query extends object>(build: (db: Db) => Query): (db: Db | Tx) => Query {
  const built = new WeakMap<Db | Tx, Query>()
  return db => {
    const known = built.get(db)
    if (known) return known
    const query = build(db as Db)
    built.set(db, query)
    return query
  }
}

/** A number in the text of a query instead of a parameter, also where the query builder expects a limit. */
export const literal = (value: number) => sql.raw(String(value)) as unknown as Placeholder
