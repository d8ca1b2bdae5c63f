// Joins accounts (users), companies (companies).
import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** The company is blocked, or its creator is, or the employee who answers for the product. */
function mustBeSuspended(tx: Tx): SQL<boolean> {
  const creator = alias(users, 'creator')
  const ofBlockedCompany = tx
    .select({ one: sql`1` })
    .from(companies)
    .innerJoin(creator, eq(creator.id, companies.creatorId))
    .where(and(eq(companies.id, products.companyId), or(isNotNull(companies.blockedAt), isNotNull(creator.blockedAt))))
  const ofBlockedEmployee = tx
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, products.assignedToId), isNotNull(users.blockedAt)))
  return sql<boolean>`(exists ${ofBlockedCompany} or exists ${ofBlockedEmployee})`
}

/** Withholds the products that must be, and releases those that need not be any more; gives those that changed. */
export async function settleSuspension(tx: Tx, of: { productId: number } | { companyId: number }): Promise<number[]> {
  const where = 'productId' in of ? eq(products.id, of.productId) : eq(products.companyId, of.companyId)
  const withheld = mustBeSuspended(tx)
  const changed = await tx
    .update(products)
    .set({ isSuspended: withheld })
    .where(and(where, ne(products.isSuspended, withheld)))
    .returning({ id: products.id })
  return changed.map(({ id }) => id)
}

/**
 * Holds these people and all who have made the company's products, in whose names the feed's posts of them are, in the
 * order of their ids, until the transaction ends.
 */
export async function lockPeopleOfProducts(tx: Tx, companyId: number | null, alsoIds: string[]): Promise<void> {
  const makers = tx
    .select({ id: products.createdById })
    .from(products)
    .where(and(eq(products.companyId, companyId ?? 0), isNotNull(products.createdById)))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(or(companyId === null ? undefined : inArray(users.id, makers), inArray(users.id, alsoIds)))
    .orderBy(asc(users.id))
    .for('no key update')
}
