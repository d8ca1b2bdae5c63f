// Joins companies (companyMembers).
import { and, asc, eq, gt, sql } from 'drizzle-orm'
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

/** What a person has asked for, with its lines, those that follow `after`. */
export async function listOwnAsked(
  db: Db,
  personId: string,
  after: { request: { id: string } } | undefined,
  limit: number,
) {
  return db
    .select({ request: requests, lines: rowsOf(requestLines, sql`row.request_id = ${sql`${requests}.id`}`) })
    .from(requests)
    .where(and(eq(requests.buyerId, personId), after && gt(requests.id, after.request.id)))
    .orderBy(asc(requests.id))
    .limit(limit)
}

/** What a person has quoted for the company in which they work: of one that they have left nothing is theirs. */
export async function listOwnQuoted(
  db: Db,
  personId: string,
  after: { quote: { id: string } } | undefined,
  limit: number,
) {
  return db
    .select({ quote: quotes, lines: rowsOf(quoteLines, sql`row.quote_id = ${sql`${quotes}.id`}`) })
    .from(quotes)
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, quotes.companyId), eq(companyMembers.userId, personId)))
    .where(and(eq(quotes.createdById, personId), after && gt(quotes.id, after.quote.id)))
    .orderBy(asc(quotes.id))
    .limit(limit)
}

/** What a person has bought, with its review. */
export async function listOwnBought(
  db: Db,
  personId: string,
  after: { deal: { id: string } } | undefined,
  limit: number,
) {
  const bought = await db
    .select({
      deal: deals,
      review: reviews,
      lines: rowsOf(dealLines, sql`row.deal_id = ${sql`${deals}.id`}`),
    })
    .from(deals)
    .leftJoin(reviews, eq(reviews.dealId, deals.id))
    .where(and(eq(deals.buyerId, personId), after && gt(deals.id, after.deal.id)))
    .orderBy(asc(deals.id))
    .limit(limit)
  return bought.map(({ review, ...row }) => ({ ...row, review: review && asItsBuyerSees(review) }))
}
