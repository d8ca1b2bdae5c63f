// Joins companies (companies).
import { eq, inArray, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deals, quotes, requestCompanies, requestLines, requests } from '../trade.tables.ts'

/** A buyer and a company that have something to do with each other. */
export interface Parties {
  buyerId: string
  companyId: number
  /** Who is responsible in the company. */
  contactId: string
}

const creator = { buyerId: requests.buyerId, companyId: companies.id, contactId: companies.creatorId }

/** The buyer with each company that was asked. */
export async function listPartiesOfRequest(db: Db, id: string): Promise<Parties[]> {
  return db
    .select(creator)
    .from(requests)
    .innerJoin(requestCompanies, eq(requestCompanies.requestId, requests.id))
    .innerJoin(companies, eq(companies.id, requestCompanies.companyId))
    .where(eq(requests.id, id))
}

/** Whoever has sent the quote is responsible for it. */
export async function listPartiesOfQuote(db: Db, id: string): Promise<Parties[]> {
  return db
    .select({ ...creator, contactId: quotes.createdById })
    .from(quotes)
    .innerJoin(requests, eq(requests.id, quotes.requestId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .where(eq(quotes.id, id))
}

export async function listPartiesOfDeal(db: Db, id: string): Promise<Parties[]> {
  return db
    .select({
      ...creator,
      buyerId: deals.buyerId,
      contactId: sql<string>`coalesce(${quotes.createdById}, ${companies.creatorId})`,
    })
    .from(deals)
    .innerJoin(companies, eq(companies.id, deals.companyId))
    .leftJoin(quotes, eq(quotes.id, deals.quoteId))
    .where(eq(deals.id, id))
}

export async function listSpokenRequests(db: Db, ids: string[]) {
  return db
    .select({
      id: requests.id,
      projectName: requests.projectName,
      status: requests.status,
      deadline: requests.deadline,
      linesCount: sql<number>`(select count(*)::int from ${requestLines} where ${requestLines.requestId} = ${sql`${requests}.id`})`,
    })
    .from(requests)
    .where(inArray(requests.id, ids))
}

export async function listSpokenQuotes(db: Db, ids: string[]) {
  return db
    .select({
      id: quotes.id,
      requestId: quotes.requestId,
      projectName: requests.projectName,
      revision: quotes.revision,
      totalKopecks: quotes.totalKopecks,
    })
    .from(quotes)
    .innerJoin(requests, eq(requests.id, quotes.requestId))
    .where(inArray(quotes.id, ids))
}

export async function listSpokenDeals(db: Db, ids: string[]) {
  return db
    .select({
      id: deals.id,
      projectName: requests.projectName,
      state: deals.state,
      totalKopecks: deals.totalKopecks,
    })
    .from(deals)
    .innerJoin(requests, eq(requests.id, deals.requestId))
    .where(inArray(deals.id, ids))
}
