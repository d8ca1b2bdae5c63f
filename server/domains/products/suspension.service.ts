import type { Tx } from '#server/platform/database/database.ts'
import { productsPublicationChanged } from './products.events.ts'
import { lockPeopleOfProducts, settleSuspension } from './suspension.queries.ts'

interface Change {
  /** The company whose products the change may suspend or release; `null`: none. The caller has locked the company. */
  companyId: number | null
  /** The people changed; they are locked first, with the authors of the products' posts. */
  personIds?: string[]
}

/**
 * Changes who is blocked, is the company's creator or is assigned to its products, and updates the company's products
 * and their posts accordingly. Every change of products and people locks the company first, then the people, then the
 * rest.
 */
export async function settlingProducts<T>(
  tx: Tx,
  { companyId, personIds = [] }: Change,
  change: () => Promise<T>,
): Promise<T> {
  await lockPeopleOfProducts(tx, companyId, personIds)
  const result = await change()
  if (companyId !== null) await settleProductsOfCompany(tx, { companyId })
  return result
}

/**
 * Suspends the company's products that must be suspended, and releases the others; the caller has locked the company
 * and their authors.
 */
export async function settleProductsOfCompany(tx: Tx, { companyId }: { companyId: number }): Promise<void> {
  await productsPublicationChanged.emit(tx, { productIds: await settleSuspension(tx, companyId) })
}
