import type { Tx } from '#server/platform/database/database.ts'
import { cancelDeal } from './deals/cancel-deal.ts'
import { transitions } from './deals/deal-states.ts'
import { lockDealsOf } from './deals/deals.queries.ts'
import { listDeliveries } from './deliveries/deliveries.queries.ts'
import { closeRest } from './deliveries/deliveries.service.ts'
import { blankRequests, closeRequest, listAsked, lockOpenRequests } from './requests/requests.queries.ts'
import { tellBuyer, tellCompanies } from './telling/tell.ts'

/** In place of the names that a person gave to their projects. */
const namelessProject = 'Без названия'

/**
 * When a person deletes their account: open requests are cancelled, and what they wrote freely is deleted. Deals stay
 * for the companies, with «Удалённый пользователь».
 */
export async function endTradeOfPerson(tx: Tx, userId: string): Promise<void> {
  for (const requestId of await lockOpenRequests(tx, userId)) {
    await closeRequest(tx, requestId, 'cancelled')
    const asked = await listAsked(tx, requestId)
    await tellCompanies(
      tx,
      asked.map(({ id }) => id),
      { type: 'request_cancelled', actorId: userId, requestId },
    )
  }
  await blankRequests(tx, userId, namelessProject)
}

/** When a company is closed: deals that can still be cancelled are. The others, and what was agreed, stay for the buyers. */
export async function endTradeOfCompany(tx: Tx, companyId: number): Promise<void> {
  const reason = 'компания закрыта'
  for (const { id: dealId, requestId, buyerId } of await lockDealsOf(tx, companyId, [...transitions.cancel.from])) {
    const delivered = await listDeliveries(tx, [dealId])
    if (delivered.length > 0) {
      const isReceived = delivered.every(({ delivery }) => delivery.receivedAt !== null)
      await closeRest(tx, dealId, null, { isReceived, reason })
    } else await cancelDeal(tx, dealId, null, reason)
    await tellBuyer(tx, buyerId, { type: 'deal_cancelled', actorId: null, requestId, dealId, details: reason })
  }
}
