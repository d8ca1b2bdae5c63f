// Joins companies (companyMembers).
import { and, asc, eq, sql } from 'drizzle-orm'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  dealLines,
  deals,
  quoteLines,
  quotes,
  type ReviewRow,
  requestLines,
  requests,
  reviews,
} from './trade.tables.ts'

const rowsOf = (table: unknown, ofParent: unknown) =>
  sql<unknown[]>`(select coalesce(json_agg(to_jsonb(row)), '[]') from ${table} row where ${ofParent})`

/** A reply that a moderator has hidden is its company's alone, and so is why. */
const asItsBuyerSees = (review: ReviewRow): ReviewRow =>
  review.replyHiddenAt === null
    ? review
    : { ...review, reply: null, repliedAt: null, replyHiddenAt: null, replyHiddenReason: '' }

/**
 * What a person has asked for and bought, for the export of their data, and what they have quoted for the company in
 * which they work: of one that they have left nothing is theirs.
 */
export async function listOwnTrade(db: Db, personId: string) {
  const [asked, offered, bought] = await Promise.all([
    db
      .select({ request: requests, lines: rowsOf(requestLines, sql`row.request_id = ${sql`${requests}.id`}`) })
      .from(requests)
      .where(eq(requests.buyerId, personId))
      .orderBy(asc(requests.id)),
    db
      .select({ quote: quotes, lines: rowsOf(quoteLines, sql`row.quote_id = ${sql`${quotes}.id`}`) })
      .from(quotes)
      .innerJoin(
        companyMembers,
        and(eq(companyMembers.companyId, quotes.companyId), eq(companyMembers.userId, personId)),
      )
      .where(eq(quotes.createdById, personId))
      .orderBy(asc(quotes.id)),
    db
      .select({
        deal: deals,
        review: reviews,
        lines: rowsOf(dealLines, sql`row.deal_id = ${sql`${deals}.id`}`),
      })
      .from(deals)
      .leftJoin(reviews, eq(reviews.dealId, deals.id))
      .where(eq(deals.buyerId, personId))
      .orderBy(asc(deals.id)),
  ])
  return {
    requests: asked,
    quotes: offered,
    deals: bought.map(({ review, ...row }) => ({ ...row, review: review && asItsBuyerSees(review) })),
  }
}
