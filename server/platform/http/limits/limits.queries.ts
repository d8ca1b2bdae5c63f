import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { rateLimits } from './limits.tables.ts'

/** The points a key has used in its current window, and the milliseconds until the window ends. */
export interface Count {
  points: number
  msLeft: number
}

const msLeft = sql<number>`ceil(extract(epoch from ${rateLimits.endsAt} - now()) * 1000)::int`

/** Rows of one clean-up statement. */
const atOnce = 5000

/**
 * Returns the function that adds points to a key's count, in one statement that is planned once per connection. It
 * locks one row and never waits for a second one, so nothing can block it for long.
 */
export function countAdder(db: Db): (key: string, points: number, seconds: number) => Promise<Count> {
  const hasEnded = sql`${rateLimits.endsAt} <= now()`
  const statement = db
    .insert(rateLimits)
    .values({
      key: sql.placeholder('key'),
      points: sql.placeholder('points'),
      endsAt: sql`now() + make_interval(secs => ${sql.placeholder('seconds')})`,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${hasEnded} then 0 else ${rateLimits.points} end + excluded.points`,
        endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ points: rateLimits.points, msLeft })
    .prepare('add_to_rate_limit')
  return async (key, points, seconds) => {
    const [count] = await statement.execute({ key, points, seconds })
    if (!count) throw new Error('the upsert left no row')
    return count
  }
}

/** The points a key has used; `undefined` when it has no open window. */
export async function findCount(db: Db, key: string): Promise<Count | undefined> {
  const [count] = await db
    .select({ points: rateLimits.points, msLeft })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), gt(rateLimits.endsAt, sql`now()`)))
  return count
}

export async function deleteCount(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key))
}

/** Removes windows that have ended, a few thousand rows at a time, skipping locked rows. */
export async function deleteEndedCounts(db: Db): Promise<void> {
  const hasEnded: SQL = lte(rateLimits.endsAt, sql`now()`)
  const ended = db.select({ key: rateLimits.key }).from(rateLimits).where(hasEnded).limit(atOnce)
  const held = ended.for('update', { skipLocked: true })
  for (;;) {
    const gone = await db
      .delete(rateLimits)
      .where(sql`${rateLimits.key} = any(array(${held}))`)
      .returning({ key: rateLimits.key })
    if (gone.length < atOnce) return
  }
}
