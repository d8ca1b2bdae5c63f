// Joins accounts (users), companies (companies, companyMembers).
import { type SQL, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { sharedReferenceLock } from '#server/domains/reference/reference.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { productSlugs, products } from './products.tables.ts'

/**
 * Takes the locks of a save with one statement, in the order of docs/LOCKS.md: each step depends on the result of the
 * previous one, and a row is read before it is locked. Later reads see everything that earlier holders of the locks
 * have committed. False if the company does not exist.
 */
async function lockInOrder(tx: Tx, company: SQL): Promise<boolean> {
  const held = await tx
    .select({ authorId: sql<string | null>`author_id` })
    .from(sql`(
    with reference as materialized (select ${sharedReferenceLock}),
      company as materialized (${company} for update of ${companies})
    select (select ${users.id} from ${users} where ${users.id} = company.author_id for no key update) as author_id
    from company) as held`)
    .prepare('lock_product')
    .execute()
  return held.length > 0
}

/** Locks the rows on which a new product of this company depends: the reference data, the company, its author. */
export async function lockForNewProduct(tx: Tx, companyId: number, authorId: string): Promise<boolean> {
  return lockInOrder(
    tx,
    sql`select ${authorId}::uuid as author_id from reference, ${companies} where ${companies.id} = ${companyId}`,
  )
}

/**
 * Takes the locks for changing the product with this current or former slug; false, with nothing locked, unless the
 * actor works at its company.
 */
export async function lockForChange(tx: Tx, slug: string, actorId: string): Promise<boolean> {
  return lockInOrder(
    tx,
    sql`select ${products.createdById} as author_id
      from reference, ${productSlugs}
      join ${products} on ${products.id} = ${productSlugs.productId}
      join ${companies} on ${companies.id} = ${products.companyId}
      join ${companyMembers} on ${companyMembers.companyId} = ${companies.id} and ${companyMembers.userId} = ${actorId}
      where ${productSlugs.slug} = ${slug}`,
  )
}
