import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type ReviewRow, reviews } from '../trade.tables.ts'

/** Throws a unique violation for a second one of a deal. */
export async function insertReview(tx: Tx, row: typeof reviews.$inferInsert): Promise<ReviewRow> {
  const [inserted] = await tx.insert(reviews).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

/** `undefined`: there is no review, or it has a reply. */
export async function setReply(tx: Tx, dealId: string, reply: string): Promise<ReviewRow | undefined> {
  const [updated] = await tx
    .update(reviews)
    .set({ reply, repliedAt: new Date() })
    .where(and(eq(reviews.dealId, dealId), isNull(reviews.reply)))
    .returning()
  return updated
}

/** Reviews of a company, the newest first. */
export async function listReviews(db: Db, companyId: number, range: { limit: number; offset: number }) {
  return db
    .select()
    .from(reviews)
    .where(eq(reviews.companyId, companyId))
    .orderBy(desc(reviews.createdAt), desc(reviews.dealId))
    .limit(range.limit)
    .offset(range.offset)
}
