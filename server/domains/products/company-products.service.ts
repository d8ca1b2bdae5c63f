import type { Tx } from '#server/platform/database/database.ts'
import { endHoldsOn } from './holds/holds.queries.ts'
import { deleteProducts, listIdsOfCompany, unassignProducts } from './product-writes.queries.ts'
import { productsDeleting } from './products.events.ts'
import { lockPeopleOfProducts } from './suspension.queries.ts'

/**
 * Unassigns the products of a person who is about to leave the company. Locks them and all authors of the company's
 * products.
 */
export async function unassignLeaving(tx: Tx, { companyId, userId }: { companyId: number; userId: string }) {
  await lockPeopleOfProducts(tx, companyId, [userId])
  await unassignProducts(tx, companyId, userId)
}

/**
 * Deletes the products of a company being deleted, with their posts, and what deals hold of them. The caller has locked
 * the company.
 */
export async function deleteProductsOfCompany(tx: Tx, { companyId }: { companyId: number }): Promise<void> {
  const ids = await listIdsOfCompany(tx, companyId)
  await endHoldsOn(tx, ids)
  await productsDeleting.emit(tx, { productIds: ids })
  await deleteProducts(tx, ids)
}
