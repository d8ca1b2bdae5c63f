import { fails } from './failures.ts'
import { type Limits, overlapLimits, overlaps, withinLimits } from './limits.ts'
import { type Groups, type OfferTable, openEnd } from './offer-table.ts'
import type { TableQuery } from './table-query.ts'
import { unstated } from './unstated.ts'

/** How many offers of a section or group a filter by a range accepts, as far as the bounds tell. */
export const accepts = { none: 0, some: 1, stated: 2 } as const
type Accepts = (typeof accepts)[keyof typeof accepts]

/** A filter by a range whose bounds are counted. */
export interface Range {
  fail: number
  /** The column of the number of offers that state the value. */
  stated: 'pricesStated' | 'heightsStated' | 'girthsStated'
  accepted: (of: Groups, at: number) => Accepts
  /**
   * The number of accepted slots from `start` up to `end` of the groups from `first` up to `last`; adds them to
   * `byGroup` as well.
   */
  count: (start: number, end: number, first: number, last: number, byGroup: Int32Array | null) => number
}

/**
 * The filters by price, height and girth. Their loops over slots are written out: they are what takes the time.
 * `unitPrice`: the price that counts for a slot.
 */
export function rangesOf(table: OfferTable, { filters }: TableQuery, unitPrice: (slot: number) => number) {
  const { group, price: prices, heightFrom, heightTo, girthFrom, girthTo } = table.view().columns
  const price = withinLimits(filters.price_from, filters.price_to, 100)
  const height = overlapLimits(filters.height_from, filters.height_to)
  const girth = overlapLimits(filters.girth_from, filters.girth_to)
  const asked: Range[] = []
  const overlapping =
    (limits: Limits, froms: Int32Array, tos: Int32Array): Range['count'] =>
    (start, end, first, last, byGroup) => {
      let count = 0
      for (let slot = start; slot < end; slot++) {
        const one = group[slot] as number
        if (one < first || one >= last) continue
        if (!overlaps(froms[slot] as number, tos[slot] as number, limits)) continue
        count++
        if (byGroup) byGroup[one] = (byGroup[one] as number) + 1
      }
      return count
    }
  const boundsOverlap = (
    limits: Limits,
    low: number,
    high: number,
    isFromOpen: boolean,
    isToOpen: boolean,
  ): Accepts => {
    if (low === unstated) return accepts.none
    // Where a range leaves an end open, it may overlap what lies beyond the bounds.
    if ((high < limits.least && !isToOpen) || (low > limits.most && !isFromOpen)) return accepts.none
    return low > limits.least && high < limits.most ? accepts.stated : accepts.some
  }
  if (price) {
    const { least, most } = price
    asked.push({
      fail: fails.price,
      stated: 'pricesStated',
      accepted: (of, at) => {
        const [low, high] = [of.priceLow[at] as number, of.priceHigh[at] as number]
        if (low === unstated || high < least || low > most) return accepts.none
        return low >= least && high <= most ? accepts.stated : accepts.some
      },
      count: (start, end, first, last, byGroup) => {
        let count = 0
        for (let slot = start; slot < end; slot++) {
          const one = group[slot] as number
          const value = prices[slot] as number
          if (one < first || one >= last || value < least || value > most) continue
          count++
          if (byGroup) byGroup[one] = (byGroup[one] as number) + 1
        }
        return count
      },
    })
  }
  if (height)
    asked.push({
      fail: fails.height,
      stated: 'heightsStated',
      accepted: (of, at) => {
        const open = of.open[at] as number
        const [isFromOpen, isToOpen] = [(open & openEnd.heightFrom) !== 0, (open & openEnd.heightTo) !== 0]
        return boundsOverlap(height, of.heightLow[at] as number, of.heightHigh[at] as number, isFromOpen, isToOpen)
      },
      count: overlapping(height, heightFrom, heightTo),
    })
  if (girth)
    asked.push({
      fail: fails.girth,
      stated: 'girthsStated',
      accepted: (of, at) => {
        const open = of.open[at] as number
        const [isFromOpen, isToOpen] = [(open & openEnd.girthFrom) !== 0, (open & openEnd.girthTo) !== 0]
        return boundsOverlap(girth, of.girthLow[at] as number, of.girthHigh[at] as number, isFromOpen, isToOpen)
      },
      count: overlapping(girth, girthFrom, girthTo),
    })
  /** The bits of the ranges that do not accept a slot. */
  function failed(slot: number): number {
    let bits = 0
    if (price) {
      const value = filters.quantity === undefined ? (prices[slot] as number) : unitPrice(slot)
      if (value < price.least || value > price.most) bits = fails.price
    }
    if (height && !overlaps(heightFrom[slot] as number, heightTo[slot] as number, height)) bits |= fails.height
    if (girth && !overlaps(girthFrom[slot] as number, girthTo[slot] as number, girth)) bits |= fails.girth
    return bits
  }
  return { asked, failed }
}
