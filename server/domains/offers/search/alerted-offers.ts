import type { SQL } from 'drizzle-orm'
import { stocks } from '#contract/variants.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { GroupedOffers } from '../index/grouped-offers.ts'
import { listCompanyFacts, readOffersOfRows } from '../index/offer-index.queries.ts'
import type { IndexQuery } from '../index/offer-query.ts'
import { searchOffers } from '../index/search-offers.ts'
import { unitPriceOf } from '../unit-price.ts'
import { type OfferRow, prepareListOffers } from './offer-search.queries.ts'

/** An index of the offers alone that these rows of variants are, current or former ones. */
export async function indexOfRows(db: Db | Tx, rows: SQL): Promise<GroupedOffers> {
  const read = await readOffersOfRows(db, rows)
  const index = new GroupedOffers()
  index.setCompanies(await listCompanyFacts(db, [...new Set(read.whole.company)]))
  index.append(read)
  return index
}

/** A query for alerts: a person is not told of the offers of their own companies. */
export interface AlertQuery {
  query: IndexQuery
  ownCompanies: readonly number[]
  /** If set, only offers of this product match. */
  productId: number | null
}

export interface Alerted {
  variantId: number
  /** The price of one plant in kopecks. */
  unitKopecks: number | null
}

/** Unless the query itself asks for a stock, nobody is told of what is sold out. */
const toBeHad = (query: IndexQuery): IndexQuery =>
  query.filters.stock.length > 0
    ? query
    : { ...query, filters: { ...query.filters, stock: stocks.filter(stock => stock !== 'sold_out') } }

/** The offers of such an index that the search over offers would find, the best first. */
export async function findAlerted(
  index: GroupedOffers,
  { query, ownCompanies, productId }: AlertQuery,
): Promise<Alerted[]> {
  const { columns, size } = index
  const page = { offset: 0, limit: Math.max(1, size) }
  const asked = { ordering: undefined, page, now: Date.now() }
  const { ids } = await searchOffers(index, toBeHad(query), asked, () => undefined)
  const slotOf = new Map(Array.from(columns.id.subarray(0, size), (id, slot) => [id, slot]))
  return ids.flatMap(variantId => {
    const slot = slotOf.get(variantId) as number
    const { companyId, priceKopecks, priceTiers } = index.offerAt(slot)
    if (ownCompanies.includes(companyId) || (productId !== null && columns.product[slot] !== productId)) return []
    const { quantity } = query.filters
    const unitKopecks = quantity === undefined ? priceKopecks : unitPriceOf(priceKopecks, priceTiers, quantity)
    return [{ variantId, unitKopecks }]
  })
}

export type AlertedOffer = OfferRow & Pick<Alerted, 'unitKopecks'>

/** Reads these offers, in this order. */
export async function readAlerted(db: Db | Tx, alerted: Alerted[]): Promise<AlertedOffer[]> {
  const rows = await prepareListOffers(db)(alerted.map(({ variantId }) => variantId))
  const rowOf = new Map(rows.map(row => [row.variant.id, row]))
  return alerted.flatMap(({ variantId, unitKopecks }) => {
    const row = rowOf.get(variantId)
    return row ? [{ ...row, unitKopecks }] : []
  })
}
