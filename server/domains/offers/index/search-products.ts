import { roots } from '#contract/variants.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { candidatesOf, wordedOf } from './candidates.ts'
import { add, unstated } from './columns.ts'
import { choiceFilters, fails, isMany, rangesOf, stepsOf } from './filters.ts'
import { type GroupedOffers, type SizedOffer, soldOut } from './grouped-offers.ts'
import type { Page, ProductFacetCounts, ProductOrdering, ProductQuery } from './offer-query.ts'
import { firstRows } from './page-rows.ts'
import { scan } from './scan.ts'

export interface FoundProduct {
  id: number
  /** The sizes that match; `null` if all of them do. */
  sizes: SizedOffer[] | null
}

/** Products put in order between two checks of the time. */
const addedAtOnce = 1 << 14

/** Whether a size with these failures counts for no choice: nothing is counted by category while one is asked for. */
const isOut = (failed: number) => isMany(failed) || (failed & ~(fails.zone | fails.region | fails.root)) !== 0

/** Bits of what a product has been counted for; further ones are for the packings of its sizes. */
const countedFor = { match: 1, zone: 2, region: 4, packaging: 8 } as const

/** The entry of the list for which each packing counts, by code, and its bit in what a product is counted for. */
function packagingsOf({ codes }: GroupedOffers, { packagings, packagingOf }: ProductQuery) {
  const known = Array.from({ length: codes.root.count() }, (_, code) => codes.root.valueOf(code))
  const entries = known.map(packing => (packing === null ? null : packagingOf(packing)))
  // A product names one entry at most, so besides the packings of sizes one more bit is enough. Where moderators have
  // merged entries, several packings count for the same one, and have its bit.
  const bits = entries.map(entry => countedFor.packaging << Math.min(entries.indexOf(entry), roots.length + 1))
  const isAsked = (entry: number | null) => entry !== null && packagings.includes(entry)
  const inRoots = packagings.length > 0 ? Uint8Array.from(entries, entry => Number(isAsked(entry))) : null
  return { entries, bits: Uint16Array.from(bits), inRoots }
}

/** What a product is counted for by a size with these failures; `packaging`: the bit of its packing. */
function gainOf(failed: number, packaging: number): number {
  if (isOut(failed)) return 0
  if (failed === 0) return countedFor.match | countedFor.zone | countedFor.region | packaging
  if (failed === fails.zone) return countedFor.zone
  return failed === fails.region ? countedFor.region : packaging
}

/** Counts each product once, however many of its sizes match. */
function countingProducts(index: GroupedOffers, query: ProductQuery, ordering: ProductOrdering) {
  const { columns, groups, codes } = index
  const { product, group, price } = columns
  const { entries, bits, inRoots } = packagingsOf(index, query)
  const { failedBy, inRegion } = choiceFilters(index, query, { inRoots, withUnsized: true })
  const ranges = rangesOf(index, query)
  const failedRanges = ranges.asked.length > 0 ? ranges.failed : null
  const inCategory = new Int32Array(codes.category.count())
  const inZone = new Int32Array(codes.zone.count())
  const byRegion = new Int32Array(codes.region.count())
  const inPackaging = new Int32Array(entries.length)
  /** By id of product, the bits of what it has been counted for. */
  const counted = new Uint16Array(index.productsEnd)
  /** By id of product, the lowest price of what matches and is not sold out. */
  const lowest = ordering === '-created_at' ? null : new Int32Array(index.productsEnd).fill(unstated)
  /** A slot of each product that matches. */
  const found: number[] = []

  const failedAt = (one: number) =>
    failedBy(one) | (inRegion === null || inRegion[groups.region[one] as number] === 1 ? 0 : fails.region)

  function gain(slot: number, one: number, gained: number): void {
    if ((gained & countedFor.match) !== 0) {
      found.push(slot)
      add(inCategory, groups.category[one] as number, 1)
    }
    if ((gained & countedFor.zone) !== 0) add(inZone, groups.zone[one] as number, 1)
    if ((gained & countedFor.region) !== 0) add(byRegion, groups.region[one] as number, 1)
    if (gained >= countedFor.packaging) add(inPackaging, groups.root[one] as number, 1)
  }
  function lower(prices: Int32Array, slot: number, one: number): void {
    const kopecks = price[slot] as number
    if (kopecks === unstated || groups.stock[one] === soldOut) return
    const id = product[slot] as number
    const known = prices[id] as number
    if (known === unstated || kopecks < known) prices[id] = kopecks
  }
  const mapOf = (sum: Int32Array, valueOf: (code: number) => number | null) => {
    const counts = new Map<number, number>()
    for (const [code, count] of sum.entries()) {
      const value = count > 0 ? valueOf(code) : null
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count)
    }
    return counts
  }
  return {
    found,
    lowest,
    failedBy,
    /** Whether a slot that passes the steps matches. */
    matches: (slot: number) =>
      failedAt(group[slot] as number) === 0 && (failedRanges === null || failedRanges(slot) === 0),
    /** Takes slots that pass the steps. Neighbours are mostly of one group, and most products have been counted before. */
    takeSlots(slots: Int32Array | null, from: number, to: number): void {
      // As constants of this loop, which is what takes the time, they stay in registers.
      const { group, product } = columns
      const [before, isRejected] = [counted, failedRanges]
      let inGroup = 0
      let gainOfGroup = 0
      let isMatch = false
      for (let at = from; at < to; at++) {
        const slot = slots === null ? at : (slots[at] as number)
        const one = group[slot] as number
        if (one !== inGroup) {
          const failed = failedAt(one)
          inGroup = one
          isMatch = failed === 0
          gainOfGroup = one === 0 ? 0 : gainOf(failed, bits[groups.root[one] as number] as number)
        }
        // Nothing is counted by ranges: what they exclude counts for nothing.
        if (gainOfGroup === 0 || (isRejected !== null && isRejected(slot) !== 0)) continue
        if (lowest !== null && isMatch) lower(lowest, slot, one)
        const id = product[slot] as number
        const known = before[id] as number
        const gained = gainOfGroup & ~known
        if (gained === 0) continue
        before[id] = known | gained
        gain(slot, one, gained)
      }
    },
    facets: (): ProductFacetCounts => ({
      count: found.length,
      category: mapOf(inCategory, codes.category.valueOf),
      zone: mapOf(inZone, codes.zone.valueOf),
      region: mapOf(byRegion, codes.region.valueOf),
      packaging: mapOf(inPackaging, code => entries[code] ?? null),
    }),
  }
}

/**
 * The products with a size that matches, counted and in order: what `searchOffers` finds, each product once. Products
 * without any size match if no filter asks for one.
 */
export async function searchProducts(
  index: GroupedOffers,
  query: ProductQuery,
  { ordering, page, now }: { ordering: ProductOrdering; page: Page; now: number },
  yieldNow: YieldNow,
): Promise<{ products: FoundProduct[]; facets: ProductFacetCounts }> {
  await index.settle(yieldNow)
  const { product, publishedAt } = index.columns
  const words = wordedOf(index, query)
  const steps = stepsOf(index, query, words, now)
  const counting = countingProducts(index, query, ordering)
  const isRunOut = (group: number) => isOut(counting.failedBy(group))
  await scan(
    index,
    { candidates: candidatesOf(index, query, words), steps, isOut: isRunOut },
    counting.takeSlots,
    yieldNow,
  )

  const { found, lowest } = counting
  const priceOf = (slot: number) => {
    const kopecks = lowest?.[product[slot] as number] ?? unstated
    if (kopecks === unstated) return Number.POSITIVE_INFINITY
    return ordering === 'price' ? kopecks : -kopecks
  }
  const keyOf = lowest === null ? (slot: number) => -(publishedAt[slot] as number) : priceOf
  const sign = lowest === null ? -1 : 1
  const rows = firstRows(page, (one, other) => sign * ((product[one] as number) - (product[other] as number)) < 0)
  let added = 0
  for (const slot of found) {
    const key = keyOf(slot)
    if (key <= rows.worstKey()) rows.add(key, slot)
    if (++added % addedAtOnce === 0) await yieldNow()
  }
  function sizesOf(id: number): SizedOffer[] | null {
    const all = Int32Array.from(index.slotsOfProduct(id))
    const passed = steps.reduce((count, step) => step(all, count), all.length)
    const matching = all.subarray(0, passed).filter(counting.matches)
    return matching.length === all.length ? null : Array.from(matching, index.offerAt)
  }
  const ids = (await rows.page(yieldNow)).map(slot => product[slot] as number)
  return { products: ids.map(id => ({ id, sizes: sizesOf(id) })), facets: counting.facets() }
}
