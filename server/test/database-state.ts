import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { testSession } from './sessions.ts'

/** Large, and written by no call of the API. */
const reference = ['genera', 'plants', 'plant_categories', 'lookups', 'categories', 'loaded_seeds']
/** Counts of attempts, and notes for caches that a backup leaves out: neither says what a call has changed. */
const left = new Set([...reference, 'rate_limits', 'content_changes'])

/** The tests' own sessions come with the first request of a person. */
const ownOf = (name: string) =>
  name === 'refresh_tokens' ? sql`where token_hash not like ${`${testSession} %`}` : sql``

/** A mark of the contents of every table, the same only while no row has changed. */
export async function databaseState(db: Db): Promise<Record<string, string>> {
  const rowsOf = async <Row>(query: ReturnType<typeof sql>) => {
    const result = (await db.execute(query)) as unknown as Row[] | { rows: Row[] }
    return Array.isArray(result) ? result : result.rows
  }
  const tables = await rowsOf<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const marks = tables
    .filter(({ name }) => !left.has(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        (select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.identifier(name)} t ${ownOf(name)}) as mark`,
    )
  const rows = await rowsOf<{ name: string; mark: string }>(sql.join(marks, sql` union all `))
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}
