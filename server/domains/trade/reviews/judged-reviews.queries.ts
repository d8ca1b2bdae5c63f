// Joins accounts (users), companies (companies).
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { ReviewPart } from '#contract/reviews.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { deals, reviewReports, reviews } from '../trade.tables.ts'
import { isShown } from './reviews.queries.ts'

interface Range {
  limit: number
  offset: number
}

const judgedColumns = {
  review: reviews,
  requestId: deals.requestId,
  author: { id: users.id, name: users.name },
  company: ratedColumns,
}

/** Reports that wait for a decision; those of what is hidden meanwhile do not. */
const isOpen = and(
  isNull(reviewReports.resolvedAt),
  or(and(eq(reviewReports.part, 'review'), isShown('review')), and(eq(reviewReports.part, 'reply'), isShown('reply'))),
)

const openReports = (db: Db) => {
  const reported = count().as('reports_count')
  const first = sql<Date>`min(${reviewReports.createdAt})`.mapWith(reviewReports.createdAt).as('first_reported')
  const last = sql<Date>`max(${reviewReports.createdAt})`.mapWith(reviewReports.createdAt).as('last_reported')
  return db
    .select({ reviewId: reviewReports.reviewId, part: reviewReports.part, reported, first, last })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .where(isOpen)
    .groupBy(reviewReports.reviewId, reviewReports.part)
    .as('open_reports')
}

/** Reviews and replies with open reports: most reported first, then longest waiting. */
export async function listReportedReviews(db: Db, { limit, offset }: Range) {
  const open = openReports(db)
  return db
    .select({
      ...judgedColumns,
      part: open.part,
      reportsCount: open.reported,
      firstReportedAt: open.first,
      lastReportedAt: open.last,
    })
    .from(open)
    .innerJoin(reviews, eq(reviews.id, open.reviewId))
    .innerJoin(deals, eq(deals.id, reviews.dealId))
    .innerJoin(users, eq(users.id, deals.buyerId))
    .innerJoin(companies, eq(companies.id, reviews.companyId))
    .orderBy(desc(open.reported), asc(open.first), asc(open.reviewId), asc(open.part))
    .limit(limit)
    .offset(offset)
}

export async function countReportedReviews(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(openReports(db))
  return row?.count ?? 0
}

/** The latest reporters of each part of these reviews. */
export async function listReviewReporters(db: Db, reviewIds: string[], ofEach: number) {
  if (reviewIds.length === 0) return []
  const ranked = db
    .select({
      reviewId: reviewReports.reviewId,
      part: reviewReports.part,
      userId: reviewReports.userId,
      createdAt: reviewReports.createdAt,
      place: sql<number>`row_number() over (partition by ${reviewReports.reviewId}, ${reviewReports.part}
        order by ${reviewReports.createdAt} desc, ${reviewReports.userId})`.as('place'),
    })
    .from(reviewReports)
    .where(and(isNull(reviewReports.resolvedAt), inArray(reviewReports.reviewId, reviewIds)))
    .as('ranked')
  return db
    .select({
      reviewId: ranked.reviewId,
      part: ranked.part,
      createdAt: ranked.createdAt,
      person: { id: users.id, name: users.name },
    })
    .from(ranked)
    .innerJoin(users, eq(users.id, ranked.userId))
    .where(lte(ranked.place, ofEach))
    .orderBy(asc(ranked.place))
}

/** The columns in which a decision about a part is stored. */
const hiding = {
  review: { at: reviews.hiddenAt, reason: reviews.hiddenReason },
  reply: { at: reviews.replyHiddenAt, reason: reviews.replyHiddenReason },
}

const hiddenParts = (db: Db) => {
  const ofPart = (part: ReviewPart) =>
    db
      .select({
        reviewId: reviews.id,
        part: sql<ReviewPart>`${part}::text`.as('part'),
        hiddenAt: sql<Date>`${hiding[part].at}`.mapWith(reviews.createdAt).as('part_hidden_at'),
        reason: sql<string>`${hiding[part].reason}`.as('part_hidden_reason'),
      })
      .from(reviews)
      .where(isNotNull(hiding[part].at))
  return ofPart('review').unionAll(ofPart('reply')).as('hidden_parts')
}

/** Those hidden last first. */
export async function listHiddenReviews(db: Db, { limit, offset }: Range) {
  const hidden = hiddenParts(db)
  return db
    .select({ ...judgedColumns, part: hidden.part, hiddenAt: hidden.hiddenAt, reason: hidden.reason })
    .from(hidden)
    .innerJoin(reviews, eq(reviews.id, hidden.reviewId))
    .innerJoin(deals, eq(deals.id, reviews.dealId))
    .innerJoin(users, eq(users.id, deals.buyerId))
    .innerJoin(companies, eq(companies.id, reviews.companyId))
    .orderBy(desc(hidden.hiddenAt), desc(hidden.reviewId))
    .limit(limit)
    .offset(offset)
}

export async function countHiddenReviews(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(hiddenParts(db))
  return row?.count ?? 0
}

export async function findJudgedReview(db: Db | Tx, id: string) {
  const [row] = await db
    .select(judgedColumns)
    .from(reviews)
    .innerJoin(deals, eq(deals.id, reviews.dealId))
    .innerJoin(users, eq(users.id, deals.buyerId))
    .innerJoin(companies, eq(companies.id, reviews.companyId))
    .where(eq(reviews.id, id))
  return row
}

async function decide(tx: Tx, id: string, changes: Partial<typeof reviews.$inferInsert>, where: SQL | undefined) {
  const changed = await tx
    .update(reviews)
    .set(changes)
    .where(and(eq(reviews.id, id), where))
    .returning({ id: reviews.id })
  return changed.length > 0
}

/** False if it is already hidden, or there is no reply. */
export async function setReviewHidden(tx: Tx, id: string, part: ReviewPart, reason: string): Promise<boolean> {
  const hiddenAt = new Date()
  return part === 'review'
    ? decide(tx, id, { hiddenAt, hiddenReason: reason }, isNull(reviews.hiddenAt))
    : decide(
        tx,
        id,
        { replyHiddenAt: hiddenAt, replyHiddenReason: reason },
        and(isNotNull(reviews.reply), isNull(reviews.replyHiddenAt)),
      )
}

/** False if it is not hidden. */
export async function setReviewRestored(tx: Tx, id: string, part: ReviewPart): Promise<boolean> {
  return part === 'review'
    ? decide(tx, id, { hiddenAt: null, hiddenReason: '' }, isNotNull(reviews.hiddenAt))
    : decide(tx, id, { replyHiddenAt: null, replyHiddenReason: '' }, isNotNull(reviews.replyHiddenAt))
}

/** Returns the number of reports that were open. */
export async function resolveReviewReports(tx: Tx, reviewId: string, part: ReviewPart): Promise<number> {
  const resolved = await tx
    .update(reviewReports)
    .set({ resolvedAt: new Date() })
    .where(and(eq(reviewReports.reviewId, reviewId), eq(reviewReports.part, part), isNull(reviewReports.resolvedAt)))
    .returning({ userId: reviewReports.userId })
  return resolved.length
}
