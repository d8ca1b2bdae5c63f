// Joins accounts (users), companies (companies).
import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/** What decides whether a product is suspended: values, or columns of the row being written. */
interface Responsible {
  companyId: number | SQLWrapper
  assignedToId: string | null | SQLWrapper
}

/** True if the company, its creator or the product's assignee is blocked. */
export function mustBeSuspended(tx: Tx, { companyId, assignedToId }: Responsible): SQL<boolean> {
  const creator = alias(users, 'creator')
  const ofBlockedCompany = tx
    .select({ one: sql`1` })
    .from(companies)
    .innerJoin(creator, eq(creator.id, companies.creatorId))
    .where(and(eq(companies.id, companyId), or(isNotNull(companies.blockedAt), isNotNull(creator.blockedAt))))
  const ofBlockedEmployee = tx
    .select({ one: sql`1` })
    .from(users)
    .where(and(sql`${users.id} = ${assignedToId}::uuid`, isNotNull(users.blockedAt)))
  return sql<boolean>`(exists ${ofBlockedCompany} or exists ${ofBlockedEmployee})`
}

/** Suspends products where required, and releases the others; returns the changed ones. */
export async function settleSuspension(tx: Tx, companyId: number): Promise<number[]> {
  const withheld = mustBeSuspended(tx, products)
  const changed = await tx
    .update(products)
    .set({ isSuspended: withheld })
    .where(and(eq(products.companyId, companyId), ne(products.isSuspended, withheld)))
    .returning({ id: products.id })
  return changed.map(({ id }) => id)
}

/**
 * Locks these people and all authors of the company's products, who are also the authors of their posts, in order of
 * id, until the transaction ends.
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
