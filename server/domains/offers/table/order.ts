import { freshDays } from '#contract/offer-search.ts'
import type { Worded } from './candidates.ts'
import type { ComesBefore } from './first-rows.ts'
import { type Groups, type OfferTable, soldOut } from './offer-table.ts'
import type { Ordering, TableQuery } from './table-query.ts'
import { unstated } from './unstated.ts'

const microseconds = { day: 24 * 60 * 60 * 1e6, millisecond: 1000 }
export const freshSince = (now: number) => ({
  fresh: now * microseconds.millisecond - freshDays.fresh * microseconds.day,
  ageing: now * microseconds.millisecond - freshDays.ageing * microseconds.day,
})
interface Order {
  /** The sort key of a slot; smaller keys come first. */
  key: (slot: number) => number
  /** No key in this section or group is smaller. */
  smallest: (of: Groups, at: number) => number
  /** Orders slots with the same key. */
  before: ComesBefore
}

type Bound = ['priceLow', 'priceHigh'] | ['heightLow', 'heightHigh'] | ['girthLow', 'girthHigh']

export function orderOf(
  table: OfferTable,
  query: TableQuery,
  ordering: Ordering,
  { unitPrice, worded: found, now }: { unitPrice: (slot: number) => number; worded: Worded | null; now: number },
): Order {
  const { columns, groups } = table.view()
  const { id, product, position, publishedAt, confirmedAt, group, plant, company } = columns
  const byId: ComesBefore = (one, other) => (id[one] as number) < (id[other] as number)
  const last = Number.POSITIVE_INFINITY
  /** Unstated values come last. */
  const upwards = (value: (slot: number) => number, sign: 1 | -1, [low, high]: Bound): Order => {
    const keyOf = (stated: number) => (stated === unstated ? last : sign * stated)
    const bound = sign === 1 ? low : high
    return { key: slot => keyOf(value(slot)), smallest: (of, at) => keyOf(of[bound][at] as number), before: byId }
  }
  /** The upper end of a range, or the only stated end. */
  const endOf = (from: Int32Array, to: Int32Array) => (slot: number) =>
    (to[slot] === unstated ? from[slot] : to[slot]) as number
  const byPrice = (sign: 1 | -1): Order => {
    const order = upwards(unitPrice, sign, ['priceLow', 'priceHigh'])
    // The bounds are of the usual prices.
    return query.filters.quantity === undefined ? order : { ...order, smallest: () => Number.NEGATIVE_INFINITY }
  }
  const byHeight = (sign: 1 | -1) =>
    upwards(endOf(columns.heightFrom, columns.heightTo), sign, ['heightLow', 'heightHigh'])
  const byGirth = (sign: 1 | -1) => upwards(endOf(columns.girthFrom, columns.girthTo), sign, ['girthLow', 'girthHigh'])
  const newest: ComesBefore = (one, other) => {
    const published = (publishedAt[one] as number) - (publishedAt[other] as number)
    // Unknown times are infinite. Two of them differ by NaN, which is neither above nor below zero.
    if (published > 0) return true
    if (published < 0) return false
    if (product[one] !== product[other]) return (product[one] as number) > (product[other] as number)
    if (position[one] !== position[other]) return (position[one] as number) < (position[other] as number)
    return byId(one, other)
  }
  const { fresh, ageing } = freshSince(now)
  const rankOf = (of: Groups, at: number, confirmed: number) =>
    (of.stock[at] === soldOut ? 3 : 0) + (confirmed > fresh ? 0 : confirmed > ageing ? 1 : 2)
  function relevance(): (slot: number) => number {
    const plantIds = query.searched?.plantIds ?? []
    const places = plantIds.length > 1 ? new Int32Array(table.plants.count()).fill(plantIds.length) : null
    for (const [place, one] of plantIds.entries()) {
      const code = table.plants.find(one)
      if (places && code !== undefined) places[code] = place
    }
    // Offers that contain the very words come before those that only may be meant.
    const worded = plantIds.length > 0 ? found?.marks : null
    return slot => {
      const isMeant = worded && worded[slot] !== 1 ? plantIds.length + 1 : 0
      const place = isMeant + (places ? (places[plant[slot] as number] as number) : 0)
      return place * 6 + rankOf(groups, group[slot] as number, confirmedAt[slot] as number)
    }
  }
  switch (ordering) {
    case 'price':
      return byPrice(1)
    case '-price':
      return byPrice(-1)
    case 'height':
      return byHeight(1)
    case '-height':
      return byHeight(-1)
    case 'girth':
      return byGirth(1)
    case '-girth':
      return byGirth(-1)
    case '-confirmed_at':
      return {
        key: slot => -(confirmedAt[slot] as number),
        smallest: (of, at) => -(of.newestConfirmed[at] as number),
        before: byId,
      }
    case 'distance': {
      const rank = relevance()
      const far = new Float64Array(table.companies.count()).fill(farthest)
      for (const [company, km] of query.distances ?? []) {
        const code = table.companies.find(company)
        if (code !== undefined) far[code] = km
      }
      return {
        key: slot => (far[company[slot] as number] as number) * mostRanks + rank(slot),
        smallest: () => Number.NEGATIVE_INFINITY,
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
/** More than the number of seconds between 1970 and 2100; also stands for an unknown time of publication. */
const allSeconds = 2 ** 32
const secondsOf = (at: number) => Math.min(Math.floor(at / 1e6), allSeconds - 1)
/** Larger than any distance on earth in kilometres, and larger than any rank. */
const farthest = 100_000
const mostRanks = 2 ** 32
