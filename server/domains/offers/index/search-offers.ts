import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { candidatesOf, wordedOf } from './candidates.ts'
import { add, type Codes, type Groups, unstated } from './columns.ts'
import { choiceFilters, fails, isMany, rangesOf, stepsOf } from './filters.ts'
import type { GroupedOffers } from './grouped-offers.ts'
import type { Bounds, FacetCounts, IndexQuery, Ordering, Page } from './offer-query.ts'
import { orderOf, unitPrices } from './order.ts'
import { firstRows } from './page-rows.ts'
import { scan } from './scan.ts'

/** Offers and groups looked at between two checks of the time; a run takes as long as so many of them. */
const perRun = 8
const lookedAtOnce = 1 << 15

/** The smallest and the largest value found so far. */
class Extent {
  private min = Number.POSITIVE_INFINITY
  private max = Number.NEGATIVE_INFINITY
  readonly bit: number

  /** `bit`: the filter that it is the facet of. */
  constructor(bit: number) {
    this.bit = bit
  }

  /** Either end may be unstated. */
  take(low: number, high: number): void {
    const from = low === unstated ? high : low
    const to = high === unstated ? low : high
    if (to === unstated) return
    if (from < this.min) this.min = from
    if (to > this.max) this.max = to
  }

  /** Whether values between these bounds cannot change it. */
  contains(low: number, high: number): boolean {
    return low > high || (low >= this.min && high <= this.max)
  }

  bounds(): Bounds {
    return this.min <= this.max ? { min: this.min, max: this.max } : null
  }
}

/** The numbers of offers by the choices of the filters. */
function countingFacets({ codes, groups }: GroupedOffers) {
  const { category, zone, form, root, stock, region } = groups
  const sumsOf = <Value extends string | number>(of: Codes<Value>) => new Int32Array(of.count())
  const byCategory = sumsOf(codes.category)
  const byZone = sumsOf(codes.zone)
  const byForm = sumsOf(codes.form)
  const byRoot = sumsOf(codes.root)
  const byStock = sumsOf(codes.stock)
  const byRegion = sumsOf(codes.region)
  const mapOf = <Value extends string | number>(of: Codes<Value>, sum: Int32Array) =>
    new Map(
      [...sum].flatMap((count, code) => {
        const value = of.valueOf(code)
        return value !== null && count > 0 ? [[value, count] as const] : []
      }),
    )
  let total = 0
  /** Adds offers of a group, or of its run, that fail these filters, except to the regions. */
  function count(group: number, failed: number, matched: number): void {
    if (matched === 0) return
    if (failed === 0) total += matched
    if (failed === 0 || failed === fails.category) add(byCategory, category[group] as number, matched)
    if (failed === 0 || failed === fails.zone) add(byZone, zone[group] as number, matched)
    if (failed === 0 || failed === fails.form) add(byForm, form[group] as number, matched)
    if (failed === 0 || failed === fails.root) add(byRoot, root[group] as number, matched)
    if (failed === 0 || failed === fails.stock) add(byStock, stock[group] as number, matched)
  }
  return {
    byRegion,
    count,
    countAll(group: number, failed: number, matched: number): void {
      count(group, failed, matched)
      if (matched > 0 && (failed & ~fails.region) === 0) add(byRegion, region[group] as number, matched)
    },
    result: () => ({
      count: total,
      category: mapOf(codes.category, byCategory),
      region: mapOf(codes.region, byRegion),
      zone: mapOf(codes.zone, byZone),
      form: mapOf(codes.form, byForm),
      root: mapOf(codes.root, byRoot),
      stock: mapOf(codes.stock, byStock),
    }),
  }
}

/** One search: what has been found so far, and how to take further runs or slots. */
function searching(
  index: GroupedOffers,
  query: IndexQuery,
  { order, page }: { order: ReturnType<typeof orderOf>; page: Page },
) {
  const { columns, groups, runs } = index
  const { heightFrom, heightTo, girthFrom, girthTo, group: groupOf } = columns
  const { count: counts, region: regions, start: starts, end: ends } = groups
  const { quantity } = query.filters
  const { failedBy, inRegion } = choiceFilters(index, query)
  const unitPrice = unitPrices(index, quantity)
  const { asked, failed: failedRanges } = rangesOf(index, query)
  const [only] = asked.length === 1 ? asked : []
  const facets = countingFacets(index)
  const { byRegion } = facets
  const [price, height, girth] = [new Extent(fails.price), new Extent(fails.height), new Extent(fails.girth)]
  const rows = firstRows(page, order.before)
  const hasTiers = quantity !== undefined && index.tiers.size > 0

  /** What bounds tell of a run or group: the ranges that accept nothing of it, and whether all accept all of it. */
  let failedByAll = 0
  let isAll = true
  /** Returns how many of its offers match; -1 if the bounds do not tell. */
  function judge(count: number, at: number, accepted: 'acceptedOfRun' | 'acceptedOfGroup'): number {
    failedByAll = 0
    isAll = true
    let matching = count
    for (const range of asked) {
      const own = accepted === 'acceptedOfRun' ? range.acceptedOfRun(at) : range.acceptedOfGroup(at)
      if (own === count) continue
      isAll = false
      if (own === 0) failedByAll |= range.bit
      matching = only ? own : -1
    }
    return failedByAll === 0 ? matching : 0
  }

  /** How many slots the ranges accept. Slots without an offer state nothing. */
  function countAccepted(start: number, end: number): number {
    if (only) return only.count(start, end)
    let count = 0
    for (let slot = start; slot < end; slot++) if (failedRanges(slot) === 0) count++
    return count
  }

  /** Takes an offer that fails no other filter; returns whether it matches. */
  function takeSlot(slot: number): boolean {
    const failed = failedRanges(slot)
    if (isMany(failed)) return false
    const isMatch = failed === 0
    if (isMatch || failed === fails.price) {
      const value = unitPrice(slot)
      price.take(value, value)
    }
    if (isMatch || failed === fails.height) height.take(heightFrom[slot] as number, heightTo[slot] as number)
    if (isMatch || failed === fails.girth) girth.take(girthFrom[slot] as number, girthTo[slot] as number)
    return isMatch
  }

  /**
   * Takes the bounds of a run or group that was judged into an extent, if all its offers count for it. Returns whether
   * others may widen it.
   */
  function takeBounds(extent: Extent, low: number, high: number): boolean {
    if ((failedByAll & ~extent.bit) !== 0 || extent.contains(low, high)) return false
    if (!isAll && only?.bit !== extent.bit) return true
    extent.take(low, high)
    return false
  }
  function takeAllBounds(of: Groups, at: number): boolean {
    const byPrice = takeBounds(price, of.priceLow[at] as number, of.priceHigh[at] as number)
    const byHeight = takeBounds(height, of.heightLow[at] as number, of.heightHigh[at] as number)
    const byGirth = takeBounds(girth, of.girthLow[at] as number, of.girthHigh[at] as number)
    return byPrice || byHeight || byGirth
  }

  const mayBeOnPage = (of: Groups, at: number) => order.smallest(of, at) <= rows.worstKey()

  /** Whether an offer of a group may be on the page or widen an extent. The bounds are of the usual prices. */
  const isOpen = (group: number) =>
    hasTiers ||
    !price.contains(groups.priceLow[group] as number, groups.priceHigh[group] as number) ||
    !height.contains(groups.heightLow[group] as number, groups.heightHigh[group] as number) ||
    !girth.contains(groups.girthLow[group] as number, groups.girthHigh[group] as number) ||
    mayBeOnPage(groups, group)

  /** Takes the bounds and the rows of the page from a group that fails no choice. */
  function takeGroup(group: number): void {
    const isPicked = judge(counts[group] as number, group, 'acceptedOfGroup') !== 0 && mayBeOnPage(groups, group)
    if (!takeAllBounds(groups, group) && !isPicked) return
    const end = ends[group] as number
    for (let slot = starts[group] as number; slot < end; slot++)
      if (groupOf[slot] === group && takeSlot(slot) && isPicked) rows.add(order.key(slot), slot)
  }

  /** The number of offers of a group that the ranges accept. */
  function countOfGroup(group: number): number {
    const known = judge(counts[group] as number, group, 'acceptedOfGroup')
    return known >= 0 ? known : countAccepted(starts[group] as number, ends[group] as number)
  }

  /** Counts the groups from `first` up to `last` of a run; `known`: how many of its offers match, -1 if unknown. */
  function countGroups(first: number, last: number, failed: number, known: number, size: number): number {
    let matched = 0
    for (let group = first; group < last; group++) {
      const isIn = inRegion === null || inRegion[regions[group] as number] === 1
      if (!isIn && failed !== 0) continue
      const count = known === size ? (counts[group] as number) : countOfGroup(group)
      if (failed === 0) add(byRegion, regions[group] as number, count)
      if (isIn) matched += count
    }
    return matched
  }

  return {
    rows,
    failedBy,
    /** Takes the offers of a run; returns about how many of them and of its groups were looked at. */
    takeRun(run: number): number {
      const first = runs.first[run] as number
      const failed = failedBy(first)
      const size = runs.count[run] as number
      if (size === 0 || isMany(failed)) return perRun
      const last = runs.last[run] as number
      const known = judge(size, run, 'acceptedOfRun')
      // The bounds of the run are those of all regions.
      const mayMatter =
        failed === 0 && (inRegion !== null || takeAllBounds(runs, run) || (known !== 0 && mayBeOnPage(runs, run)))
      let matched = known
      if (known !== 0 && (failed === 0 || inRegion !== null)) matched = countGroups(first, last, failed, known, size)
      else if (known < 0) matched = countAccepted(runs.start[run] as number, runs.end[run] as number)
      facets.count(first, failed, matched)
      if (mayMatter)
        for (let group = first; group < last; group++)
          if ((inRegion === null || inRegion[regions[group] as number] === 1) && isOpen(group)) takeGroup(group)
      return perRun + (known === size || known === 0 ? last - first : size)
    },

    /** Takes slots that fail no filter without a facet. */
    takeSlots(slots: Int32Array | null, from: number, to: number): void {
      let group = 0
      let failed = failedBy(0)
      let passed = 0
      let isLookedInto = false
      for (let at = from; at < to; at++) {
        const slot = slots === null ? at : (slots[at] as number)
        const own = groupOf[slot] as number
        if (own !== group) {
          facets.countAll(group, failed, passed)
          group = own
          failed = failedBy(own)
          passed = 0
          if (inRegion !== null && inRegion[regions[own] as number] !== 1) failed |= fails.region
          isLookedInto = failed === 0 && isOpen(own)
        }
        if (isMany(failed)) continue
        if (isLookedInto) {
          if (!takeSlot(slot)) continue
          rows.add(order.key(slot), slot)
        } else if (asked.length > 0 && failedRanges(slot) !== 0) continue
        passed++
      }
      facets.countAll(group, failed, passed)
    },

    facets: (): FacetCounts => ({
      ...facets.result(),
      price: price.bounds(),
      height: height.bounds(),
      girth: girth.bounds(),
    }),
  }
}

/**
 * Finds the offers that match, counts them and the choices of all filters, and returns the variant ids of a page in its
 * order. Runs and groups are not looked into if their sums and bounds tell enough. `now`: milliseconds since 1970, for
 * freshness.
 */
export async function searchOffers(
  index: GroupedOffers,
  query: IndexQuery,
  { ordering, page, now }: { ordering: Ordering; page: Page; now: number },
  yieldNow: YieldNow,
): Promise<{ ids: number[]; facets: FacetCounts }> {
  await index.settle(yieldNow)
  const words = wordedOf(index, query)
  const candidates = candidatesOf(index, query, words)
  const steps = stepsOf(index, query, words, now)
  const search = searching(index, query, { order: orderOf(index, query, ordering, { words, now }), page })
  if (candidates || steps.length > 0) {
    const isOut = (group: number) => isMany(search.failedBy(group))
    await scan(index, { candidates, steps, isOut }, search.takeSlots, yieldNow)
  } else {
    let looked = 0
    for (let run = 0; run < index.runCount; run++) {
      looked += search.takeRun(run)
      if (looked < lookedAtOnce) continue
      looked = 0
      await yieldNow()
    }
  }
  const slots = await search.rows.page(yieldNow)
  return { ids: slots.map(slot => index.columns.id[slot] as number), facets: search.facets() }
}
