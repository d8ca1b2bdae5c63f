// Joins accounts (users), companies (companies, companyMembers), products (products).
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StaffSearch } from '#contract/moderation/people.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasText } from '#server/platform/has-text.ts'

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]

const created = alias(companies, 'created')

function matches({ search, blocked }: StaffSearch) {
  return and(
    isNull(users.deletedAt),
    blocked ? isNotNull(users.blockedAt) : undefined,
    search
      ? or(
          hasText(users.name, search),
          hasText(users.email, search),
          hasText(companies.name, search),
          hasText(companies.inn, search),
        )
      : undefined,
  )
}

/** People with their companies, newest first. */
export async function listPeople(db: Db, query: StaffSearch, { limit, offset }: { limit: number; offset: number }) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      confirmedEmail: users.confirmedEmail,
      avatarKey: users.avatarKey,
      postsCount: users.postsCount,
      createdAt: users.createdAt,
      blockedAt: users.blockedAt,
      blockReason: users.blockReason,
      company: {
        ...ratedColumns,
        creatorId: companies.creatorId,
      },
      productsCount: sql<number>`(select count(*)::int from ${products}
        where ${products.companyId} = ${created.id} or ${products.assignedToId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .leftJoin(created, eq(created.creatorId, users.id))
    .where(matches(query))
    .orderBy(desc(users.id))
    .limit(limit)
    .offset(offset)
}

export async function countPeople(db: Db, query: StaffSearch): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(matches(query))
  return row?.count ?? 0
}
