import type { Place } from '#contract/places.ts'
import {
  type Buyer,
  isAhead,
  type Quote,
  type QuoteLine,
  type QuoteTotals,
  type RequestLine,
} from '#contract/requests.ts'
import { presentRatedTeam, type RatedRow } from '#server/domains/companies/companies.present.ts'
import { presentPlantRef } from '#server/domains/plants/plants.present.ts'
import { presentPlace } from '#server/domains/reference/places/places.service.ts'
import { listPlaces } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { rublesOf, rublesOrNull } from './money.ts'
import { listQuoteLines, listThere } from './quotes/quotes.queries.ts'
import { type BuyerRow, listPlantRefs } from './requests/requests.queries.ts'
import type { PricedLineRow, QuoteRow, RequestLineRow } from './trade.tables.ts'

/** The e-mail is for companies that were chosen; a deleted account has none. */
export function presentBuyer({ id, name, email, deletedAt }: BuyerRow, showsEmail: boolean): Buyer {
  return { id, name, ...(showsEmail && deletedAt === null ? { email } : {}) }
}

/** Lines of requests, or of projects. */
export async function presentRequestLines(
  db: Db | Tx,
  rows: Omit<RequestLineRow, 'requestId'>[],
): Promise<RequestLine[]> {
  const refs = await listPlantRefs(
    db,
    rows.flatMap(({ plantId }) => plantId ?? []),
  )
  return rows.map(({ id, position, text, name, quantity, unit, wish, plantId }) => ({
    id,
    position,
    text,
    name,
    quantity,
    unit,
    wish,
    plant: presentPlantRef(refs.get(plantId ?? 0) ?? null),
  }))
}

/** Presents priced lines of quotes or deals, with plants as they are called now, and variants that there still are. */
export async function linePresenter(db: Db | Tx, rows: PricedLineRow[]): Promise<(row: PricedLineRow) => QuoteLine> {
  const refs = await listPlantRefs(
    db,
    rows.flatMap(({ plantId }) => plantId ?? []),
  )
  const there = await listThere(
    db,
    rows.flatMap(({ variantId }) => variantId ?? []),
  )
  return row => ({
    line: row.lineId,
    variant: row.variantId !== null && there.has(row.variantId) ? row.variantId : null,
    plant: presentPlantRef(refs.get(row.plantId ?? 0) ?? null),
    name: row.name,
    label: row.label,
    price: rublesOf(row.priceKopecks),
    quantity: row.quantity,
    unit: row.unit,
    note: row.note,
    total: rublesOf(row.totalKopecks),
    is_substitute: row.isSubstitute,
  })
}

export const presentTotals = (row: Pick<QuoteRow, 'linesKopecks' | 'totalKopecks' | 'linesCount'>): QuoteTotals => ({
  lines: rublesOf(row.linesKopecks),
  total: rublesOf(row.totalKopecks),
  lines_count: row.linesCount,
})

/** Whether it may no longer be chosen because its last day has ended. */
export const isExpired = ({ validUntil }: Pick<QuoteRow, 'validUntil'>) => !isAhead(validUntil)

interface ListedQuote {
  quote: QuoteRow
  company: RatedRow
  companyBlockedAt: Date | null
  lastRevision: number
  author: { id: string; name: string }
}

/** Quotes with their lines, in their order. */
export async function presentQuotes(db: Db | Tx, rows: ListedQuote[]): Promise<Quote[]> {
  const lines = await listQuoteLines(
    db,
    rows.map(({ quote }) => quote.id),
  )
  const present = await linePresenter(db, lines)
  const linesOf = Map.groupBy(lines, ({ quoteId }) => quoteId)
  return rows.map(({ quote, company, companyBlockedAt, lastRevision, author }) => ({
    id: quote.id,
    request: quote.requestId,
    company: presentRatedTeam(company),
    revision: quote.revision,
    is_current: quote.revision === lastRevision,
    lines: (linesOf.get(quote.id) ?? []).map(present),
    delivery_price: rublesOrNull(quote.deliveryKopecks),
    unloading_price: rublesOrNull(quote.unloadingKopecks),
    totals: presentTotals(quote),
    valid_until: quote.validUntil,
    is_expired: isExpired(quote),
    is_paused: companyBlockedAt !== null,
    note: quote.note,
    created_at: quote.createdAt.toISOString(),
    created_by: author,
  }))
}

/** Places by their ids. */
export async function readPlaces(db: Db | Tx, ids: (number | null)[]): Promise<(id: number | null) => Place | null> {
  const rows = await listPlaces(db, [...new Set(ids.flatMap(id => id ?? []))])
  const places = new Map(rows.map(row => [row.id, presentPlace(row)]))
  return id => places.get(id ?? 0) ?? null
}
