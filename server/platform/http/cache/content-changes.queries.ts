import { lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { contentChanges } from './content-changes.tables.ts'

/**
 * Minutes for which changes stay on record. A reader that has not asked for half as long treats everything as changed.
 */
export const keptMinutes = 20

export interface ChangesRow {
  /** The snapshot of this read; passed to the next one. */
  snapshot: string
  /** Identifies the server: a different value means another server or a restart. */
  startedAt: string
  /** Seconds by the database's clock. */
  now: number
  /** Changed by transactions that the earlier snapshot did not see and this one does. */
  scopes: string[]
}

/**
 * Reads what has been committed since the snapshot `since` (`null`: nothing was read yet). It is exact without any lock:
 * whether a transaction is seen is asked of both snapshots, in whatever order transactions begin and end.
 */
export function prepareReadChanges(db: Db) {
  const since = sql`${sql.placeholder('since')}::text::pg_snapshot`
  const query = db
    .select({
      snapshot: sql<string>`pg_current_snapshot()::text`,
      startedAt: sql<string>`pg_postmaster_start_time()::text`,
      now: sql<number>`extract(epoch from now())::float8`,
      scopes: sql<string[]>`array(
        select distinct ${contentChanges.scope} from ${contentChanges}
        where ${contentChanges.xid} >= pg_snapshot_xmin(${since})
          and not pg_visible_in_snapshot(${contentChanges.xid}, ${since}))`,
    })
    .from(sql`(select) as one`)
    .prepare('read_content_changes')
  return async (snapshot: string | null): Promise<ChangesRow> => {
    const [row] = await query.execute({ since: snapshot })
    if (!row) throw new Error('the database gave no snapshot')
    return row
  }
}

/** Deletes changes that no reader asks for any more, and notes that time has passed (`clockScope`). */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db.insert(contentChanges).values({ scope: 'clock' }).onConflictDoNothing()
  await db
    .delete(contentChanges)
    .where(lt(contentChanges.changedAt, sql`now() - make_interval(mins => ${keptMinutes})`))
}
