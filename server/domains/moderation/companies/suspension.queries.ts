// Joins accounts (users), companies (companies, companyMembers), products (products), reference (lookups).
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { StaffCompanySearch } from '#contract/moderation/people.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasText } from '#server/platform/has-text.ts'
import { isSelected, sameInn } from './verification.queries.ts'

export type StaffCompanyRow = Awaited<ReturnType<typeof listCompaniesForStaff>>[number]

function matches({ search, blocked, only }: StaffCompanySearch) {
  return and(
    isSelected(only),
    blocked ? isNotNull(companies.blockedAt) : undefined,
    search
      ? or(
          hasText(companies.name, search),
          hasText(companies.inn, search),
          hasText(users.name, search),
          hasText(users.email, search),
        )
      : undefined,
  )
}

/** Companies with their numbers of products and members, newest first. */
export async function listCompaniesForStaff(
  db: Db,
  query: StaffCompanySearch,
  { limit, offset }: { limit: number; offset: number },
) {
  const theirs = sql`from ${products} where ${products.companyId} = ${companies.id}`
  return db
    .select({
      ...ratedColumns,
      inn: companies.inn,
      country: companies.country,
      verificationNote: companies.verificationNote,
      sameInn: sameInn.companies,
      sameInnCount: sameInn.count,
      region: { id: lookups.id, name: lookups.name },
      creator: { id: users.id, name: users.name, email: users.email, blockedAt: users.blockedAt },
      createdAt: companies.createdAt,
      blockedAt: companies.blockedAt,
      blockReason: companies.blockReason,
      membersCount: sql<number>`(select count(*)::int from ${companyMembers}
        where ${companyMembers.companyId} = ${companies.id})`,
      productsCount: sql<number>`(select count(*)::int ${theirs})`,
      publishedCount: sql<number>`(select count(*)::int ${theirs} and ${products.isActive})`,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.creatorId))
    .leftJoin(lookups, eq(lookups.id, companies.regionId))
    .where(matches(query))
    .orderBy(desc(companies.id))
    .limit(limit)
    .offset(offset)
}

export async function countCompaniesForStaff(db: Db, query: StaffCompanySearch): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.creatorId))
    .where(matches(query))
  return row?.count ?? 0
}
