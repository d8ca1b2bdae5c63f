import { and, eq, gte, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/database/database.ts'
import { deals, quotes, requestCompanies, requests } from './trade.tables.ts'

const inMoscow = (time: SQLWrapper) => sql`(${time} at time zone 'UTC' + interval '3 hours')`
const weekOf = (time: SQLWrapper) => sql<string>`date_trunc('week', ${inMoscow(time)})::date::text`.as('week')
const isSince = (time: SQLWrapper, day: string) => gte(inMoscow(time), sql`${day}::date`)

/**
 * What came to a company since this Monday, by weeks in Moscow: requests, those it has answered (by its first quote), and
 * deals made of its quotes.
 */
export async function countTradeByWeek(db: Db, companyId: number, since: string) {
  const what = (name: 'requests' | 'quotes' | 'deals') => sql<string>`${sql.raw(`'${name}'`)}`.as('what')
  const happened = unionAll(
    db
      .select({ week: weekOf(requests.createdAt), what: what('requests') })
      .from(requestCompanies)
      .innerJoin(requests, eq(requests.id, requestCompanies.requestId))
      .where(and(eq(requestCompanies.companyId, companyId), isSince(requests.createdAt, since))),
    db
      .select({ week: weekOf(quotes.createdAt), what: what('quotes') })
      .from(requestCompanies)
      .innerJoin(
        quotes,
        and(
          eq(quotes.requestId, requestCompanies.requestId),
          eq(quotes.companyId, requestCompanies.companyId),
          eq(quotes.revision, 1),
        ),
      )
      .where(and(eq(requestCompanies.companyId, companyId), isSince(quotes.createdAt, since))),
    db
      .select({ week: weekOf(deals.createdAt), what: what('deals') })
      .from(deals)
      .where(and(eq(deals.companyId, companyId), isSince(deals.createdAt, since))),
  ).as('happened')
  const countOf = (name: string) => sql<number>`count(*) filter (where ${happened.what} = ${name})::int`
  return db
    .select({
      week: happened.week,
      requests: countOf('requests'),
      quotesSent: countOf('quotes'),
      quotesWon: countOf('deals'),
    })
    .from(happened)
    .groupBy(happened.week)
}
