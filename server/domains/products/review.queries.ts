import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** Neither published nor reviewed since its company last saved it. */
export const isAwaiting = and(
  sql`not ${products.isApproved}`,
  or(isNull(products.review), eq(products.review, 'resubmitted')),
)

/** Counts the products awaiting review and those sent back or taken down, with one query. */
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

/** Counts the products awaiting review. */
export async function countAwaiting(db: Db): Promise<number> {
  return (await countReviewed(db)).waiting
}

const isApproved = sql`${products.isApproved}`

interface Review {
  isApproved: boolean
  review: 'returned' | 'hidden' | null
  reviewReason: string
}

/** False if the product was no longer in one of these states. */
export async function updateReview(
  tx: Tx,
  id: number,
  from: 'unapproved' | 'awaiting' | 'approved',
  review: Review,
): Promise<boolean> {
  const was = { unapproved: sql`not ${isApproved}`, awaiting: isAwaiting, approved: isApproved }[from]
  const rows = await tx
    .update(products)
    .set({
      ...review,
      reviewedAt: sql`now()`,
      ...(review.isApproved ? { publishedAt: sql`coalesce(${products.publishedAt}, now())` } : {}),
    })
    .where(and(eq(products.id, id), was))
    .returning({ id: products.id })
  return rows.length > 0
}

export async function linkToPlant(tx: Tx, id: number, plantId: number): Promise<void> {
  await tx.update(products).set({ plantId }).where(eq(products.id, id))
}
