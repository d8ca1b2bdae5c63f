import type { Deal, DealState, TradeAttention } from '#contract/deals.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import { confirmHolds } from '#server/domains/products/holds/holds.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { readAtOnce } from '#server/platform/database/read-at-once.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { sideOfDeal } from '#server/policy/trade.ts'
import { listDeliveries } from '../deliveries/deliveries.queries.ts'
import { listAskable } from '../requests/candidates.queries.ts'
import { countAnswered, countIncoming } from '../requests/requests.queries.ts'
import { tellOtherSide } from '../telling/tell.ts'
import { cancelDeal } from './cancel-deal.ts'
import { transitionOf, waitingFor } from './deal-states.ts'
import { type PresentDeps, presentDealSummaries, presentDeals } from './deals.present.ts'
import { countDeals, countIn, findDeal, listDeals, lockDeal, moveDeal, type Wanted } from './deals.queries.ts'

export const noSuchDeal = () => new AppError('NOT_FOUND', 'Такой сделки нет.')

const names: Record<DealState, string> = {
  awarded: 'ждёт подтверждения компании',
  confirmed: 'подтверждена',
  handed_over: 'растения переданы',
  received: 'растения получены',
  cancelled: 'отменена',
}

export const notNow = (state: DealState) =>
  new AppError('CONFLICT', `Сейчас этого сделать нельзя: сделка ${names[state]}.`)

/** What the other side is told of a state. */
const newsOf = {
  confirm: 'deal_confirmed',
  cancel: 'deal_cancelled',
} as const

/** A deal with the side of its reader. Throws NOT_FOUND for everybody else, the other asked companies too. */
export async function readDeal(db: Db | Tx, actor: Actor, id: string) {
  const row = await findDeal(db, id)
  const side = row && sideOfDeal(actor, row.deal)
  if (!row || !side) throw noSuchDeal()
  return { row, side }
}

export type DealReads = Pick<ReturnType<typeof dealService>, 'getDeal'>

export function dealService(deps: PresentDeps) {
  const { db } = deps

  async function getDeal(actor: Actor, id: string): Promise<Deal> {
    return readAtOnce(db, async tx => {
      const { row } = await readDeal(tx, actor, id)
      const [deal] = await presentDeals({ ...deps, db: tx }, actor, [row])
      if (!deal) throw noSuchDeal()
      return deal
    })
  }

  return {
    getDeal,

    async listDeals(actor: Actor, query: PageRequest & Wanted, address: string) {
      const links = pageLinks(address, query, await countDeals(db, actor, query))
      const rows = await listDeals(db, actor, query, pageRange(query))
      return { ...links, results: await presentDealSummaries(db, actor, rows) }
    },

    /** Throws FORBIDDEN for the wrong side, and CONFLICT in the wrong state. */
    async act(actor: Actor, id: string, action: 'confirm' | 'cancel', reason = ''): Promise<Deal> {
      const { row, side } = await readDeal(db, actor, id)
      const { from, to, by: sides } = transitionOf(action)
      if (!sides.includes(side)) throw new AppError('FORBIDDEN', 'Это делает другая сторона сделки.')
      await db.transaction(async tx => {
        const companyIds = row.deal.companyId === null ? [] : [row.deal.companyId]
        await shareCompanies(tx, companyIds)
        const deal = await lockDeal(tx, id)
        if (!deal) throw noSuchDeal()
        if (!from.includes(deal.state)) throw notNow(deal.state)
        // What was agreed before goes on: both can cancel it or say what has happened.
        if (action === 'confirm' && (await listAskable(tx, companyIds)).length === 0)
          throw new AppError('FORBIDDEN', 'Компания сейчас скрыта: подтвердить сделку она не может.')
        if (action === 'confirm' && deal.confirmBy.getTime() <= Date.now())
          throw new AppError('CONFLICT', 'Срок подтверждения прошёл: сделка отменяется.')
        const by = { id: actor.id, side }
        if (action === 'cancel' && (await listDeliveries(tx, [id])).length > 0)
          throw new AppError('CONFLICT', 'Часть растений уже передана: отменить можно только остаток.')
        if (action === 'cancel') await cancelDeal(tx, id, by, reason)
        else {
          await confirmHolds(tx, id)
          await moveDeal(tx, id, to, by)
        }
        await tellOtherSide(tx, deal, side, { type: newsOf[action], actorId: actor.id, details: reason })
      })
      return getDeal(actor, id)
    },

    async countAttention(actor: Actor): Promise<TradeAttention> {
      const { companyId, id: actorId } = actor
      const [incoming, quotes, toReceive, ofCompany] = await Promise.all([
        companyId === null ? 0 : countIncoming(db, { companyId, actorId, status: undefined, isWaiting: true }),
        countAnswered(db, actor.id),
        countIn(db, actor, 'buyer', waitingFor('buyer')),
        countIn(db, actor, 'company', waitingFor('company')),
      ])
      const deals = toReceive + ofCompany
      return { incoming, quotes, deals, total: incoming + quotes + deals }
    },
  }
}
