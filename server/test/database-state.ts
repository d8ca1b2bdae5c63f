import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { testSession } from './sessions.ts'

/** Large, and never written by API calls. */
const reference = ['genera', 'plants', 'plant_categories', 'lookups', 'categories', 'loaded_seeds']
/** Rate limits, and notes for caches that a backup leaves out: neither is a change made by a call. */
const left = new Set([...reference, 'rate_limits', 'content_changes'])

/** Sessions created by the tests themselves are left out. */
const ownOf = (name: string) =>
  name === 'refresh_tokens' ? sql`where token_hash not like ${`${testSession} %`}` : sql``

/** A hash of each table's contents. */
export async function databaseState(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const marks = tables
    .filter(({ name }) => !left.has(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        (select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.identifier(name)} t ${ownOf(name)}) as mark`,
    )
  const { rows } = await db.execute<{ name: string; mark: string }>(sql.join(marks, sql` union all `))
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}
