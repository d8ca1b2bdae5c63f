import type { Tx } from '#server/platform/database/database.ts'
import { productsPublicationChanged } from './products.events.ts'
import { lockPeopleOfProducts, settleSuspension } from './suspension.queries.ts'

interface Change {
  /** Whose products it may suspend or release; `null`: nobody's. The caller has locked the company. */
  companyId: number | null
  /** Who is changed; they are held, with the authors of the products' posts, before anything is. */
  personIds?: string[]
}

/**
 * Makes a change of who is blocked, creates a company or answers for its products, and brings the company's products and
 * their posts to it. Whatever changes products and people takes the company first, then the people, then the rest.
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

/** Suspends the company's products that must be, and releases the others; the caller holds it and their makers. */
export async function settleProductsOfCompany(tx: Tx, { companyId }: { companyId: number }): Promise<void> {
  await productsPublicationChanged.emit(tx, { productIds: await settleSuspension(tx, companyId) })
}
