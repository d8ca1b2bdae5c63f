import { distanceNote, noDeliveryTerms, type OwnStop } from '#contract/transport.ts'
import { listDeliveryFacts } from '#server/domains/companies/companies.api.ts'
import { listLoads } from '#server/domains/products/products.api.ts'
import { plantsIn } from '#server/domains/projects/options/plants-in.ts'
import { listPlaces } from '#server/domains/reference/reference.api.ts'
import { inGrams, inMillilitres } from '#server/domains/transport/planning/task.ts'
import { roadKm } from '#server/domains/transport/road-km.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listDealLines } from '../deals/deals.queries.ts'
import { readDeal } from '../deals/deals.service.ts'
import { amountsIn } from '../deliveries/amounts.ts'
import { listDeliveryLines } from '../deliveries/deliveries.queries.ts'
import { listQuoteLines, listQuotes } from '../quotes/quotes.queries.ts'
import { readAskedRequest } from '../requests/requests.service.ts'
import type { PricedLineRow } from '../trade.tables.ts'

interface Loading {
  companyId: number | null
  companyName: string
  placeId: number | null
  lines: { row: PricedLineRow; quantity: number }[]
}

/** Is made of this company's lines and place, and of the buyer's place: of nothing else. */
async function presentStop(db: Db, { companyId, companyName, placeId, lines }: Loading): Promise<OwnStop> {
  const [facts, places, loads] = await Promise.all([
    listDeliveryFacts(db, companyId === null ? [] : [companyId]),
    listPlaces(db, placeId === null ? [] : [placeId]),
    listLoads(db, [...new Set(lines.flatMap(({ row }) => row.variantId ?? []))]),
  ])
  const [from, to] = [facts[0], places[0]]
  const loaded = lines.map(({ row, quantity }) => {
    const one = loads.get(row.variantId ?? 0)
    const plants = plantsIn(row, quantity)
    const isKnown = one !== undefined && one.weight !== null && one.volume !== null && plants > 0
    return {
      line: row.lineId,
      quantity,
      weight: isKnown ? inGrams((one.weight ?? 0) * plants) : null,
      volume: isKnown ? inMillilitres((one.volume ?? 0) * plants) : null,
      is_estimate: isKnown && one.isEstimate,
      length: one?.length ?? 0,
    }
  })
  return {
    company: { id: companyId, company_name: from?.name ?? companyName },
    weight: inGrams(loaded.reduce((sum, { weight }) => sum + (weight ?? 0), 0)),
    volume: inMillilitres(loaded.reduce((sum, { volume }) => sum + (volume ?? 0), 0)),
    length_m: loaded.reduce((most, { length }) => Math.max(most, length), 0),
    is_estimate: loaded.some(line => line.is_estimate),
    is_complete: loaded.every(({ weight }) => weight !== null),
    distance_km:
      from && from.latitude !== null && from.longitude !== null && to
        ? roadKm({ latitude: from.latitude, longitude: from.longitude }, to)
        : null,
    distance_note: distanceNote,
    loading_days: (from?.terms ?? noDeliveryTerms).loading_days,
    lines: loaded.map(({ length: _length, ...line }) => line),
  }
}

/** What is left to be loaded for a deal, for its two sides. Throws NOT_FOUND for everybody else. */
export async function stopOfDeal(db: Db, actor: Actor, id: string): Promise<OwnStop> {
  const { row } = await readDeal(db, actor, id)
  const { deal, request, company } = row
  const [lines, deliveryLines] = await Promise.all([listDealLines(db, [id]), listDeliveryLines(db, [id])])
  const amountsOf = amountsIn({ deal, deliveryLines, claims: [] })
  const left = lines.map(line => ({ row: line, quantity: amountsOf(line).left }))
  return presentStop(db, {
    companyId: deal.companyId,
    companyName: company?.name ?? deal.companyName,
    placeId: request.placeId,
    lines: left.filter(({ quantity }) => quantity > 0),
  })
}

/** What the actor's company offers to load, by its last quote. Throws NOT_FOUND where it has not answered. */
export async function stopOfQuote(db: Db, actor: Actor, requestId: string): Promise<OwnStop> {
  const { companyId, request } = await readAskedRequest(db, actor, requestId)
  const [last] = await listQuotes(db, requestId, { companyId, onlyLast: true })
  if (!last) throw new AppError('NOT_FOUND', 'Вы ещё не ответили на этот запрос.')
  const lines = await listQuoteLines(db, [last.quote.id])
  return presentStop(db, {
    companyId,
    companyName: last.company.name,
    placeId: request.placeId,
    lines: lines.map(line => ({ row: line, quantity: line.quantity })),
  })
}
