import { freshDays } from '#contract/offer-search.ts'
import { unitPriceOf } from '../unit-price.ts'
import type { Worded } from './candidates.ts'
import { flag, type Groups, unstated } from './columns.ts'
import { type GroupedOffers, soldOut } from './grouped-offers.ts'
import type { IndexQuery, Ordering } from './offer-query.ts'

const microseconds = { day: 24 * 60 * 60 * 1e6, millisecond: 1000 }
export const freshSince = (now: number) => ({
  fresh: now * microseconds.millisecond - freshDays.fresh * microseconds.day,
  ageing: now * microseconds.millisecond - freshDays.ageing * microseconds.day,
})

/** The price of one plant in kopecks when buying `quantity`, by slot. */
export function unitPrices(
  { columns, tiers }: Pick<GroupedOffers, 'columns' | 'tiers'>,
  quantity: number | undefined,
): (slot: number) => number {
  const { price, flags, id } = columns
  if (quantity === undefined) return slot => price[slot] as number
  return slot => {
    const usual = price[slot] as number
    if (((flags[slot] as number) & flag.hasTiers) === 0) return usual
    return unitPriceOf(usual, tiers.get(id[slot] as number) ?? [], quantity)
  }
}

export interface Order {
  /** The sort key of a slot; smaller keys come first. */
  key: (slot: number) => number
  /** No key in this run or group is smaller. */
  smallest: (of: Groups, at: number) => number
  /** Orders two slots with the same key: whether the first comes first. */
  before: (one: number, other: number) => boolean
}

/** More than the number of seconds between 1970 and 2100; also stands for an unknown time of publication. */
const allSeconds = 2 ** 32
const secondsOf = (at: number) => Math.min(Math.floor(at / 1e6), allSeconds - 1)
/** Larger than any distance on earth in kilometres, and larger than any rank. */
const farthest = 100_000
const mostRanks = 2 ** 32

/** `words`: the offers that contain the words of the query. */
export function orderOf(
  index: GroupedOffers,
  query: IndexQuery,
  ordering: Ordering,
  { words, now }: { words: Worded | null; now: number },
): Order {
  const { columns, groups, codes } = index
  const { id, product, position, publishedAt, confirmedAt, group } = columns
  const { quantity } = query.filters
  const byId: Order['before'] = (one, other) => (id[one] as number) < (id[other] as number)
  const newest: Order['before'] = (one, other) => {
    const published = (publishedAt[one] as number) - (publishedAt[other] as number)
    // Unknown times are infinite. Two of them differ by NaN, which is neither above nor below zero.
    if (published > 0) return true
    if (published < 0) return false
    if (product[one] !== product[other]) return (product[one] as number) > (product[other] as number)
    if (position[one] !== position[other]) return (position[one] as number) < (position[other] as number)
    return byId(one, other)
  }
  const unknown = () => Number.NEGATIVE_INFINITY
  /** Unstated values come last. */
  const byValue = (value: (slot: number) => number, sign: 1 | -1, smallest: Order['smallest']): Order => ({
    key: slot => {
      const stated = value(slot)
      return stated === unstated ? Number.POSITIVE_INFINITY : sign * stated
    },
    smallest,
    before: byId,
  })
  // The bounds are of the usual prices.
  const byPrice = (sign: 1 | -1, smallest: Order['smallest']) =>
    byValue(unitPrices(index, quantity), sign, quantity === undefined ? smallest : unknown)
  /** The upper end of a range, or the only stated end. */
  const endOf = (from: Int32Array, to: Int32Array) => (slot: number) =>
    (to[slot] === unstated ? from[slot] : to[slot]) as number
  const height = endOf(columns.heightFrom, columns.heightTo)
  const girth = endOf(columns.girthFrom, columns.girthTo)
  const { fresh, ageing } = freshSince(now)
  const rankOf = (of: Groups, at: number, confirmed: number) =>
    (of.stock[at] === soldOut ? 3 : 0) + (confirmed > fresh ? 0 : confirmed > ageing ? 1 : 2)
  function relevance(): (slot: number) => number {
    const plantIds = query.searched?.plantIds ?? []
    const places = plantIds.length > 1 ? new Int32Array(codes.plant.count()).fill(plantIds.length) : null
    for (const [place, one] of plantIds.entries()) {
      const code = codes.plant.find(one)
      if (places && code !== undefined) places[code] = place
    }
    // Offers that contain the very words come before those that only may be meant.
    const worded = plantIds.length > 0 ? words?.marks : null
    return slot => {
      const isMeant = worded && worded[slot] !== 1 ? plantIds.length + 1 : 0
      const place = isMeant + (places ? (places[columns.plant[slot] as number] as number) : 0)
      return place * 6 + rankOf(groups, group[slot] as number, confirmedAt[slot] as number)
    }
  }
  switch (ordering) {
    case 'price':
      return byPrice(1, (of, at) => of.priceLow[at] as number)
    case '-price':
      return byPrice(-1, (of, at) => -(of.priceHigh[at] as number))
    case 'height':
      return byValue(height, 1, (of, at) => of.heightLow[at] as number)
    case '-height':
      return byValue(height, -1, (of, at) => -(of.heightHigh[at] as number))
    case 'girth':
      return byValue(girth, 1, (of, at) => of.girthLow[at] as number)
    case '-girth':
      return byValue(girth, -1, (of, at) => -(of.girthHigh[at] as number))
    case '-confirmed_at':
      return {
        key: slot => -(confirmedAt[slot] as number),
        smallest: (of, at) => -(of.newestConfirmed[at] as number),
        before: byId,
      }
    case 'distance': {
      const rank = relevance()
      const far = new Float64Array(codes.company.count()).fill(farthest)
      for (const [company, km] of query.distances ?? []) far[codes.company.find(company) ?? far.length] = km
      return {
        key: slot => (far[columns.company[slot] as number] as number) * mostRanks + rank(slot),
        smallest: unknown,
        before: newest,
      }
    }
    case undefined: {
      const rank = relevance()
      // Includes the second of publication, so that hardly any two offers have the same key.
      const keyOf = (rankOfIt: number, published: number) => rankOfIt * allSeconds - secondsOf(published)
      return {
        key: slot => keyOf(rank(slot), publishedAt[slot] as number),
        smallest: (of, at) => keyOf(rankOf(of, at, of.newestConfirmed[at] as number), of.newestPublished[at] as number),
        before: newest,
      }
    }
  }
}
