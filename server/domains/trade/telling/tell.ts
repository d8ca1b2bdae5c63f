import type { TradeNews } from '#contract/notifications.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { tradeHappened } from '../trade.events.ts'
import { listColleagues } from './telling.queries.ts'
import { tradeMailing } from './trade.jobs.ts'

interface News {
  type: TradeNews
  /** Who did it; `null`: the site itself. Nobody is told of what they did. */
  actorId: string | null
  requestId: string
  dealId?: string
  details?: string
}

/** Tells everybody who works in these companies: at once on the site, and by an e-mail each. */
export async function tellCompanies(tx: Tx, companyIds: number[], { details, ...news }: News): Promise<void> {
  for (const { id } of await listColleagues(tx, companyIds)) {
    await tradeHappened.emit(tx, { ...news, recipientId: id, ...(details === undefined ? {} : { details }) })
  }
  await tradeMailing.send(
    tx,
    companyIds.map(companyId => ({ data: { ...news, to: { companyId } } })),
  )
}

/** Tells a buyer what a company did, which is named. */
export async function tellBuyer(
  tx: Tx,
  buyerId: string,
  { companyId, details, ...news }: News & { companyId?: number },
): Promise<void> {
  await tradeHappened.emit(tx, {
    ...news,
    recipientId: buyerId,
    ...(companyId === undefined ? {} : { companyId }),
    ...(details === undefined ? {} : { details }),
  })
  await tradeMailing.send(tx, [
    { data: { ...news, to: { buyerId }, ...(companyId === undefined ? {} : { companyId }) } },
  ])
}
