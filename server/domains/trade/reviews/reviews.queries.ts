// Joins companies (companies).
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ReviewPart } from '#contract/reviews.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type ReviewRow, reviewReports, reviews } from '../trade.tables.ts'

/** Whether everybody sees this part of a review. */
export const isShown = (part: ReviewPart) =>
  part === 'review'
    ? isNull(reviews.hiddenAt)
    : and(isNull(reviews.hiddenAt), isNotNull(reviews.reply), isNull(reviews.replyHiddenAt))

/** Throws a unique violation for a second one of a deal. */
export async function insertReview(tx: Tx, row: typeof reviews.$inferInsert): Promise<ReviewRow> {
  const [inserted] = await tx.insert(reviews).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

/** `undefined`: there is no review, it is hidden, or it has a reply. */
export async function setReply(tx: Tx, dealId: string, reply: string): Promise<ReviewRow | undefined> {
  const [updated] = await tx
    .update(reviews)
    .set({ reply, repliedAt: new Date() })
    .where(and(eq(reviews.dealId, dealId), isNull(reviews.reply), isNull(reviews.hiddenAt)))
    .returning()
  return updated
}

/** Whether it could be reported: it is there, not hidden, and in a company that is not blocked. */
export async function insertReport(tx: Tx, reviewId: string, part: ReviewPart, userId: string): Promise<boolean> {
  const [shown] = await tx
    .select({ id: reviews.id })
    .from(reviews)
    .innerJoin(companies, eq(companies.id, reviews.companyId))
    .where(and(eq(reviews.id, reviewId), isShown(part), isNull(companies.blockedAt)))
  if (shown) await tx.insert(reviewReports).values({ reviewId, part, userId }).onConflictDoNothing()
  return shown !== undefined
}

/** Reviews of a company that are not hidden, the newest first. */
export async function listReviews(db: Db, companyId: number, range: { limit: number; offset: number }) {
  return db
    .select()
    .from(reviews)
    .where(and(eq(reviews.companyId, companyId), isNull(reviews.hiddenAt)))
    .orderBy(desc(reviews.createdAt), desc(reviews.dealId))
    .limit(range.limit)
    .offset(range.offset)
}
