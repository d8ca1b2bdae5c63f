import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { unitPriceOf } from '../unit-price.ts'
import { candidates, type Worded, wordedOf } from './candidates.ts'
import { Boundary, counting } from './counting.ts'
import { fails, failuresOf, isMany } from './failures.ts'
import { firstRows } from './first-rows.ts'
import { flag, type Groups, type OfferTable } from './offer-table.ts'
import { orderOf } from './order.ts'
import { accepts, type Range, rangesOf } from './ranges.ts'
import { stepsOf } from './steps.ts'
import type { Counts, Ordering, TableQuery } from './table-query.ts'

/** Offers processed between two checks of the time. */
export const lookedAtOnce = 1 << 16
/** Slots that are filtered together; the buffers for them stay in the processor's cache. */
export const chunkSize = 1 << 12
/** The price of one plant in kopecks when buying `quantity`, by slot. */
export function unitPrices(table: OfferTable, quantity: number | undefined): (slot: number) => number {
  const { price, flags } = table.view().columns
  if (quantity === undefined) return slot => price[slot] as number
  return slot => {
    const usual = price[slot] as number
    if (((flags[slot] as number) & flag.hasTiers) === 0) return usual
    return unitPriceOf(usual, table.tiers.get(slot) ?? [], quantity)
  }
}
/**
 * One search: what has been found so far, and what to do with further sections, or with `slots` if these contain all
 * matches.
 */
function searching(
  table: OfferTable,
  query: TableQuery,
  slots: Int32Array | null,
  { ordering, page, now, worded }: { ordering: Ordering; page: Page; now: number; worded: Worded | null },
) {
  const { columns, groups, groupCount, sections, sectionCount } = table.view()
  const { group, price, heightFrom, heightTo, girthFrom, girthTo } = columns
  const { quantity } = query.filters
  const { visitStrays } = table
  const { ofSection, ofRegion } = failuresOf(table, query)
  const unitPrice = unitPrices(table, quantity)
  const { key, smallest, before } = orderOf(table, query, ordering, { unitPrice, worded, now })
  const steps = stepsOf(table, query, worded, now)
  const ranges = rangesOf(table, query, unitPrice)
  const { asked, failed: failedRanges } = ranges
  const isOnly = (fail: number) => asked.every(range => range.fail === fail)
  const isRanged = asked.length > 0
  const onlyPrice = isOnly(fails.price)
  const onlyHeight = isOnly(fails.height)
  const onlyGirth = isOnly(fails.girth)
  const counter = counting(table)
  const bounds = { price: new Boundary(), height: new Boundary(), girth: new Boundary() }
  const rows = firstRows(page, before)

  /** Takes the values of an offer that fails no other filter into the bounds; returns whether it matches. */
  function takeSlot(slot: number): boolean {
    const failed = failedRanges(slot)
    if (isMany(failed)) return false
    const isMatch = failed === 0
    if (isMatch || failed === fails.price) {
      const value = quantity === undefined ? (price[slot] as number) : unitPrice(slot)
      bounds.price.take(value, value)
    }
    if (isMatch || failed === fails.height) bounds.height.take(heightFrom[slot] as number, heightTo[slot] as number)
    if (isMatch || failed === fails.girth) bounds.girth.take(girthFrom[slot] as number, girthTo[slot] as number)
    return isMatch
  }

  /** By group, the number of its offers that pass the steps and the ranges, where those are not counted at once. */
  let passed: Int32Array | null = null

  /**
   * The number of offers that the ranges accept, of a section or group with the groups from `first` up to `last`; adds
   * them to `byGroup` as well.
   */
  function countAccepted(of: Groups, at: number, [first, last]: [number, number], byGroup: Int32Array | null): number {
    const [start, end] = [of.start[at] as number, of.end[at] as number]
    let count = 0
    const take = (one: number) => {
      count++
      if (byGroup) byGroup[one] = (byGroup[one] as number) + 1
    }
    if (asked.length === 1) count = (asked[0] as Range).count(start, end, first, last, byGroup)
    else
      for (let slot = start; slot < end; slot++) {
        const one = group[slot] as number
        if (one >= first && one < last && failedRanges(slot) === 0) take(one)
      }
    visitStrays(of, at, [first, last], slot => {
      if (failedRanges(slot) === 0) take(group[slot] as number)
    })
    return count
  }

  const counted = () => {
    passed ??= new Int32Array(groupCount)
    return passed
  }
  const isAsked = (region: number) => !ofRegion || ofRegion[region] === 0

  /** What the bounds of a section or group tell: which ranges accept none of its offers, and how many match. */
  let failedByAll = 0
  let isAll = true
  let accepted: number | null = 0
  function judge(of: Groups, at: number): void {
    const size = of.count[at] as number
    failedByAll = 0
    isAll = true
    accepted = size
    for (const range of asked) {
      const verdict = range.accepted(of, at)
      const stated = of[range.stated][at] as number
      if (verdict === accepts.stated && stated === size) continue
      isAll = false
      if (verdict === accepts.none) failedByAll |= range.fail
      accepted = verdict === accepts.stated && asked.length === 1 ? stated : null
    }
    if (failedByAll !== 0) accepted = 0
  }

  /**
   * Takes the bounds of a section or group that was judged, as far as all its offers are known to count. Returns
   * whether others of its offers may widen the bounds of the result.
   */
  function takeBounds(of: Groups, at: number): boolean {
    let may = false
    if ((failedByAll & ~fails.price) === 0) {
      const [low, high] = [of.priceLow[at] as number, of.priceHigh[at] as number]
      if (isAll || onlyPrice) bounds.price.take(low, high)
      else may = !bounds.price.isWithin(low, high)
    }
    if ((failedByAll & ~fails.height) === 0) {
      const [low, high] = [of.heightLow[at] as number, of.heightHigh[at] as number]
      if (isAll || onlyHeight) bounds.height.take(low, high)
      else may ||= !bounds.height.isWithin(low, high)
    }
    if ((failedByAll & ~fails.girth) === 0) {
      const [low, high] = [of.girthLow[at] as number, of.girthHigh[at] as number]
      if (isAll || onlyGirth) bounds.girth.take(low, high)
      else may ||= !bounds.girth.isWithin(low, high)
    }
    return may
  }

  const mayBeOnPage = (of: Groups, at: number) => smallest(of, at) <= rows.worstKey()

  /** Whether an offer of a section or group may be on the page or widen the bounds of the result. */
  function isOpen(of: Groups, at: number): boolean {
    return (
      // The bounds are of the usual prices.
      (quantity !== undefined && table.tiers.size > 0) ||
      !bounds.price.isWithin(of.priceLow[at] as number, of.priceHigh[at] as number) ||
      !bounds.height.isWithin(of.heightLow[at] as number, of.heightHigh[at] as number) ||
      !bounds.girth.isWithin(of.girthLow[at] as number, of.girthHigh[at] as number) ||
      mayBeOnPage(of, at)
    )
  }

  /** Takes the bounds and the rows of the page from a group that fails no other filter. */
  function takeGroup(one: number): void {
    judge(groups, one)
    const isPicked = accepted !== 0 && mayBeOnPage(groups, one)
    if (!takeBounds(groups, one) && !isPicked) return
    const take = (slot: number) => {
      if (takeSlot(slot) && isPicked) rows.add(key(slot), slot)
    }
    const end = groups.end[one] as number
    for (let slot = groups.start[one] as number; slot < end; slot++) if (group[slot] === one) take(slot)
    visitStrays(groups, one, [one, one + 1], take)
  }

  /** Takes all offers of a section; returns about how many of them and of its groups were looked at. */
  function takeSection(section: number): number {
    const failed = ofSection[section] as number
    const size = sections.count[section] as number
    if (size === 0 || isMany(failed)) return 1
    const first = sections.firstGroup[section] as number
    const last = sections.endGroup[section] as number
    judge(sections, section)
    const known = accepted
    let looked = 1
    if (known === null || (ofRegion && known !== size && known !== 0)) {
      const byGroup = ofRegion || failed === 0 ? counted() : null
      const count = countAccepted(sections, section, [first, last], byGroup)
      if (!byGroup) counter.count(section, failed, count)
      looked = size
    } else if (known > 0) {
      if (!ofRegion && failed !== 0) counter.count(section, failed, known)
      else if (known === size) {
        const byGroup = counted()
        for (let one = first; one < last; one++) byGroup[one] = groups.count[one] as number
        looked = last - first
      } else {
        countAccepted(sections, section, [first, last], counted())
        looked = size
      }
    }
    if (failed !== 0) return looked
    // The bounds of the section are those of all regions.
    const mayWiden = ofRegion ? true : takeBounds(sections, section)
    if (!mayWiden && (known === 0 || !mayBeOnPage(sections, section))) return looked
    for (let one = first; one < last; one++)
      if (isAsked(groups.region[one] as number) && isOpen(groups, one)) takeGroup(one)
    return looked + last - first
  }

  /** By group, 1 if `isOpen`. */
  const isOpenGroup = new Uint8Array(steps.length > 0 && !slots ? groupCount : 0)
  const chunk = new Int32Array(chunkSize)
  let inChunk = 0

  /** Checks the slots of the chunk. */
  function flush(): void {
    const byGroup = counted()
    let left = inChunk
    inChunk = 0
    for (const step of steps) left = step(chunk, left)
    for (let at = 0; at < left; at++) {
      const slot = chunk[at] as number
      const one = group[slot] as number
      let failed = ofSection[groups.section[one] as number] as number
      if (ofRegion) failed |= ofRegion[groups.region[one] as number] as number
      if (failed === 0 && (slots !== null || isOpenGroup[one] === 1)) {
        if (!takeSlot(slot)) continue
        rows.add(key(slot), slot)
      } else if (isMany(failed) || (isRanged && failedRanges(slot) !== 0)) continue
      byGroup[one] = (byGroup[one] as number) + 1
    }
  }

  /** Adds the slots of the groups from `first` up to `last` in these places to those that the steps will check. */
  function addSlots(start: number, end: number, first: number, last: number): void {
    for (let from = start; from < end;) {
      if (inChunk === chunkSize) flush()
      const to = Math.min(end, from + chunkSize - inChunk)
      let kept = inChunk
      for (let slot = from; slot < to; slot++) {
        const one = group[slot] as number
        chunk[kept] = slot
        if (one >= first && one < last) kept++
      }
      inChunk = kept
      from = to
    }
  }
  function addSlot(slot: number): void {
    if (inChunk === chunkSize) flush()
    chunk[inChunk++] = slot
  }

  /** Adds all offers of a section to those that the steps will check; returns their number. */
  function addSection(section: number): number {
    const size = sections.count[section] as number
    if (size === 0 || isMany(ofSection[section] as number)) return 1
    const first = sections.firstGroup[section] as number
    const last = sections.endGroup[section] as number
    if (ofSection[section] === 0 && isOpen(sections, section))
      for (let one = first; one < last; one++) isOpenGroup[one] = isOpen(groups, one) ? 1 : 0
    addSlots(sections.start[section] as number, sections.end[section] as number, first, last)
    visitStrays(sections, section, [first, last], addSlot)
    return size
  }

  return {
    /** Looks at sections from this one on; returns the first at which it has not looked, `null` at the end. */
    lookAtSections(from: number): number | null {
      const take = steps.length === 0 ? takeSection : addSection
      let section = from
      for (let looked = 0; section < sectionCount && looked < lookedAtOnce; section++) looked += take(section)
      return section < sectionCount ? section : null
    },
    lookAtSlots(from: number, to: number): void {
      for (const slot of (slots ?? []).slice(from, to)) addSlot(slot)
    },
    async result(yieldNow: YieldNow) {
      if (inChunk > 0) flush()
      for (let one = 1; passed && one < groupCount; one++) {
        const count = passed[one] as number
        if (count === 0) continue
        const section = groups.section[one] as number
        const failed = ofSection[section] as number
        if (failed === 0) counter.countRegion(one, count)
        if (isAsked(groups.region[one] as number)) counter.count(section, failed, count)
      }
      const { price: ofPrice, height: ofHeight, girth: ofGirth } = bounds
      return {
        ids: (await rows.page(yieldNow)).map(slot => columns.id[slot] as number),
        counts: {
          ...counter.result(),
          price: ofPrice.bounds(),
          height: ofHeight.bounds(),
          girth: ofGirth.bounds(),
        },
      }
    },
  }
}

export interface Page {
  limit: number
  offset: number
}

/**
 * Finds the offers that match, counts them and the choices of all filters, and returns the variant ids of a page in its
 * order. Sections and groups are not looked into if their sums and bounds tell enough. `now`: milliseconds since 1970,
 * for freshness.
 */
export async function searchTable(
  table: OfferTable,
  query: TableQuery,
  { ordering, page, now }: { ordering: Ordering; page: Page; now: number },
  yieldNow: YieldNow,
): Promise<{ ids: number[]; counts: Counts }> {
  table.tighten()
  const worded = wordedOf(table, query)
  const slots = candidates(table, query, worded)
  const search = searching(table, query, slots, { ordering, page, now, worded })
  if (slots) {
    for (let from = 0; from < slots.length; from += lookedAtOnce) {
      search.lookAtSlots(from, from + lookedAtOnce)
      await yieldNow()
    }
  } else {
    for (let section: number | null = 0; section !== null;) {
      section = search.lookAtSections(section)
      await yieldNow()
    }
  }
  return search.result(yieldNow)
}
