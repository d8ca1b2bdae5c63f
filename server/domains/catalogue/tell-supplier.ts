import { listMembers } from '#server/domains/companies/companies.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Actor } from '#server/platform/session.ts'
import type { ProductRow } from './catalogue.queries.ts'

/** Letters of a reason in a notification; all of it stands in My products. */
const told = 200

const shortened = (text: string) => ([...text].length > told ? `${[...text].slice(0, told).join('').trimEnd()}…` : text)

const news = {
  publish: { type: 'product_published', body: (name: string) => `Растение «${name}» опубликовано` },
  return: {
    type: 'product_returned',
    body: (name: string, reason: string) => `Растение «${name}» вернули на доработку: ${shortened(reason)}`,
  },
  hide: {
    type: 'product_hidden',
    body: (name: string, reason: string) => `Растение «${name}» сняли с публикации: ${shortened(reason)}`,
  },
} as const

/**
 * Tells those who made the listing and who answer for it what a moderator has decided, as far as they still work at the
 * company; where nobody of them does, the company's creator.
 */
export async function tellSupplier(
  tx: Tx,
  actor: Actor,
  { name, product, creatorId }: ProductRow,
  action: keyof typeof news,
  reason: string,
): Promise<void> {
  const members = new Set((await listMembers(tx, product.companyId)).map(({ id }) => id))
  const concerned = [product.createdById, product.assignedToId].filter(id => id !== null && members.has(id))
  const { type, body } = news[action]
  for (const recipientId of new Set(concerned.length > 0 ? concerned : [creatorId])) {
    if (recipientId !== null) await notify(tx, { recipientId, actorId: actor.id, type, body: body(name, reason) })
  }
}
