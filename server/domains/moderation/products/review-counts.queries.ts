import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Neither published nor answered by a moderator since its company last saved it. */
export const isAwaiting = and(
  sql`not ${products.isApproved}`,
  or(isNull(products.review), eq(products.review, 'resubmitted')),
)

/** How many listings wait for a moderator, and how many were sent back or taken down, with one query. */
export async function countReviewed(db: Db) {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isAwaiting})::int`,
      returned: sql<number>`count(*) filter (where ${products.review} = 'returned')::int`,
      hidden: sql<number>`count(*) filter (where ${products.review} = 'hidden')::int`,
    })
    .from(products)
    .where(sql`not ${products.isApproved}`)
  return row ?? { waiting: 0, returned: 0, hidden: 0 }
}

/** How many listings wait for a moderator. */
export async function countAwaiting(db: Db): Promise<number> {
  return (await countReviewed(db)).waiting
}
