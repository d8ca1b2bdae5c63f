// Joins accounts (users), companies (companies, companyMembers).
import { and, asc, count, eq, gt, inArray, isNull, lt, min, ne, or, sql } from 'drizzle-orm'
import { freshDays } from '#contract/offer-search.ts'
import { isActive } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isPublished } from '../products.queries.ts'
import { products } from '../products.tables.ts'
import { variants } from '../variants/variants.tables.ts'
import { freshnessNotices } from './freshness.tables.ts'

const days = (number: number) => sql`now() - ${`${number} days`}::interval`
/** As long as an offer counts as fresh: so often a company is told at most. */
const isDue = or(isNull(freshnessNotices.toldAt), lt(freshnessNotices.toldAt, days(freshDays.fresh)))

/** The next companies that may be told, by their ids. */
export async function listDue(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .leftJoin(freshnessNotices, eq(freshnessNotices.companyId, companies.id))
    .where(and(gt(companies.id, after), isNull(companies.blockedAt), isDue))
    .orderBy(asc(companies.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Those of these companies that have offers which nobody has confirmed for longer than they count as fresh. */
export async function listAgeing(db: Db, companyIds: number[]) {
  return db
    .select({ id: companies.id, name: companies.name, sizes: count(), oldest: min(variants.confirmedAt) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(companies, eq(companies.id, variants.companyId))
    .where(
      and(
        inArray(variants.companyId, companyIds),
        lt(variants.confirmedAt, days(freshDays.fresh)),
        ne(variants.stock, 'sold_out'),
        isPublished,
      ),
    )
    .groupBy(companies.id)
    .orderBy(asc(companies.id))
}

/** Notes that the company is told now, and locks that; false when somebody else has told it meanwhile. */
export async function claimNotice(tx: Tx, companyId: number): Promise<boolean> {
  const rows = await tx
    .insert(freshnessNotices)
    .values({ companyId })
    .onConflictDoUpdate({
      target: freshnessNotices.companyId,
      set: { toldAt: sql`now()` },
      setWhere: lt(freshnessNotices.toldAt, days(freshDays.fresh)),
    })
    .returning({ companyId: freshnessNotices.companyId })
  return rows.length > 0
}

/** The people of a company who may be told, with the address to write to; `null`: none is confirmed. */
export async function listListeners(tx: Tx, companyId: number) {
  return tx
    .select({
      id: users.id,
      email: sql<string | null>`case when lower(${users.confirmedEmail}) = lower(${users.email})
        then ${users.email} end`,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), isActive))
    .orderBy(asc(users.id))
}

/** Whether the person works there and may sign in. */
export async function isListener(db: Db | Tx, companyId: number, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), eq(users.id, userId), isActive))
  return rows.length > 0
}
