import { withdrawProducts } from '#server/domains/posts/posts.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteProducts, listIdsOfCompany, unassignProducts } from './product-writes.queries.ts'

/** For a person who leaves the company: nobody answers for their listings any more. The caller holds the company. */
export async function unassignProductsOf(tx: Tx, companyId: number, userId: string): Promise<void> {
  await unassignProducts(tx, companyId, userId)
}

/** For a company that goes: deletes its listings with their posts. The caller holds the company. */
export async function deleteProductsOfCompany(tx: Tx, companyId: number): Promise<void> {
  const ids = await listIdsOfCompany(tx, companyId)
  await withdrawProducts(tx, ids)
  await deleteProducts(tx, ids)
}
