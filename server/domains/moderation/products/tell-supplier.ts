import { listMembers } from '#server/domains/companies/companies.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import type { ProductRow } from '#server/domains/products/products.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'

const types = { publish: 'product_published', return: 'product_returned', hide: 'product_hidden' } as const

/**
 * Tells those who made the product and who answer for it what a moderator has decided, as far as they still work at the
 * company; where nobody of them does, the company's creator.
 */
export async function tellSupplier(
  tx: Tx,
  actor: Actor,
  { product, creatorId }: ProductRow,
  action: keyof typeof types,
  reason: string,
): Promise<void> {
  const members = new Set((await listMembers(tx, product.companyId)).map(({ id }) => id))
  const concerned = [product.createdById, product.assignedToId].filter(id => id !== null && members.has(id))
  const fact = { actorId: actor.id, type: types[action], productId: product.id, details: reason }
  for (const recipientId of new Set(concerned.length > 0 ? concerned : [creatorId])) {
    if (recipientId !== null) await notify(tx, { recipientId, ...fact })
  }
}
