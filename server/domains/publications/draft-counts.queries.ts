import { isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { articles } from './publications.tables.ts'

/** How many articles readers do not see yet. */
export async function countDrafts(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(articles)
    .where(isNull(articles.publishedAt))
  return row?.count ?? 0
}
