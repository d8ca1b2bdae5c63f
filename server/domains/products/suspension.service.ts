import type { Tx } from '#server/platform/database/database.ts'
import { unassignProducts } from './product-writes.queries.ts'
import { productsPublicationChanged } from './products.events.ts'
import { lockPeopleOfProducts, settleSuspension } from './suspension.queries.ts'

interface Change {
  /** Whose products it may suspend or release; `null`: nobody's. The caller holds the company. */
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
  if (companyId !== null) await settleCompany(tx, companyId)
  return result
}

/** Suspends the company's products that must be, and releases the others. */
async function settleCompany(tx: Tx, companyId: number): Promise<void> {
  await productsPublicationChanged.emit(tx, { productIds: await settleSuspension(tx, { companyId }) })
}

/** For a person who leaves the company: nobody answers for their products any more. */
export async function unassignLeaving(tx: Tx, { companyId, userId }: { companyId: number; userId: string }) {
  await lockPeopleOfProducts(tx, companyId, [userId])
  await unassignProducts(tx, companyId, userId)
}

/** After somebody has left, whom the suspension may have been about. */
export const settleAfterLeaving = (tx: Tx, { companyId }: { companyId: number }) => settleCompany(tx, companyId)
