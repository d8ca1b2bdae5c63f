import type { Tx } from '#server/platform/database/database.ts'
import { deleteProducts, listIdsOfCompany } from './product-writes.queries.ts'
import { productsDeleting } from './products.events.ts'

/** For a company that goes: deletes its products with their posts. The caller holds the company. */
export async function deleteProductsOfCompany(tx: Tx, { companyId }: { companyId: number }): Promise<void> {
  const ids = await listIdsOfCompany(tx, companyId)
  await productsDeleting.emit(tx, { productIds: ids })
  await deleteProducts(tx, ids)
}
