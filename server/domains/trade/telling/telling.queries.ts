// Joins accounts (users), companies (companies, companyMembers).
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isActive } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { deals, requestLines, requests } from '../trade.tables.ts'

/** `null`: it is not confirmed. */
const confirmedAddress = sql<string | null>`case when lower(${users.confirmedEmail}) = lower(${users.email})
  then ${users.email} end`

/** Everybody who works in these companies now and may sign in. */
export async function listColleagues(db: Db | Tx, companyIds: number[]) {
  if (companyIds.length === 0) return []
  return db
    .select({ id: users.id, email: confirmedAddress })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(inArray(companyMembers.companyId, companyIds), isActive))
    .orderBy(asc(companyMembers.companyId), asc(users.id))
}

export async function findReader(db: Db | Tx, id: string) {
  return db
    .select({ id: users.id, email: confirmedAddress })
    .from(users)
    .where(and(eq(users.id, id), isActive))
}

/** What an e-mail about a request says. */
export async function findSubject(db: Db | Tx, requestId: string) {
  const [row] = await db
    .select({
      projectName: requests.projectName,
      deadline: requests.deadline,
      note: requests.note,
      buyer: users.name,
      lines: sql<number>`(select count(*)::int from ${requestLines} where ${requestLines.requestId} = ${sql`${requests}.id`})`,
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.buyerId))
    .where(eq(requests.id, requestId))
  return row
}

/** What an e-mail about a deal says. */
export async function findDealSubject(db: Db | Tx, dealId: string) {
  const [row] = await db
    .select({
      company: sql<string>`coalesce(${companies.name}, ${deals.companyName})`,
      reason: sql<string>`coalesce(nullif(${deals.cancelReason}, ''), ${deals.restReason})`,
      confirmBy: deals.confirmBy,
    })
    .from(deals)
    .leftJoin(companies, eq(companies.id, deals.companyId))
    .where(eq(deals.id, dealId))
  return row
}

export async function findCompanyName(db: Db | Tx, id: number): Promise<string | undefined> {
  const [row] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, id))
  return row?.name
}
