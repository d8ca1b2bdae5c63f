import type { TradeNews } from '#contract/notifications.ts'
import type { TradeSide } from '#contract/requests.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { tradeHappened } from '../trade.events.ts'
import type { DealRow } from '../trade.tables.ts'
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
  const colleagues = await listColleagues(tx, companyIds)
  const recipientIds = colleagues.map(({ id }) => id)
  await tradeHappened.emit(tx, { ...news, recipientIds, ...(details === undefined ? {} : { details }) })
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
    recipientIds: [buyerId],
    ...(companyId === undefined ? {} : { companyId }),
    ...(details === undefined ? {} : { details }),
  })
  await tradeMailing.send(tx, [
    { data: { ...news, to: { buyerId }, ...(companyId === undefined ? {} : { companyId }) } },
  ])
}

/** Tells the other side of a deal what one of them did. */
export async function tellOtherSide(
  tx: Tx,
  { id: dealId, requestId, buyerId, companyId }: DealRow,
  side: TradeSide,
  done: Pick<News, 'type' | 'actorId' | 'details'>,
): Promise<void> {
  const news = { ...done, requestId, dealId }
  if (side === 'company') await tellBuyer(tx, buyerId, companyId === null ? news : { ...news, companyId })
  else if (companyId !== null) await tellCompanies(tx, [companyId], news)
}
