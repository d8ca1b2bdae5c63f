import { roots } from '#contract/variants.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { candidates, wordedOf } from './candidates.ts'
import { fails, failuresOf, isMany } from './failures.ts'
import { firstRows } from './first-rows.ts'
import { type OfferTable, type SizedOffer, soldOut } from './offer-table.ts'
import { rangesOf } from './ranges.ts'
import { chunkSize, lookedAtOnce, type Page, unitPrices } from './search-table.ts'
import { stepsOf } from './steps.ts'
import type { ProductCounts, ProductOrdering, ProductQuery } from './table-query.ts'
import { unstated } from './unstated.ts'

export interface FoundProduct {
  id: number
  /** The sizes that match; `null` if all of them do. */
  sizes: SizedOffer[] | null
}

/** Whether a size with these failures counts for no choice: nothing is counted by category while one is asked for. */
const isOut = (failed: number) => isMany(failed) || (failed & ~(fails.zone | fails.region | fails.root)) !== 0

/** What a product has been counted for; further bits are for the packings of its sizes. */
const countedFor = { match: 1, zone: 2, region: 4, packaging: 8 } as const

/** The entry of the list for which each packing counts, by code, and its bit in what a product is counted for. */
function packagingsOf(table: OfferTable, { packagings, packagingOf }: ProductQuery) {
  const known = Array.from({ length: table.roots.count() }, (_, code) => table.roots.valueOf(code))
  const entries = known.map(packing => (packing === null ? null : packagingOf(packing)))
  // A product names one entry at most, so besides the packings of sizes one more bit is enough. Where moderators have
  // merged entries, several packings count for the same one, and have its bit.
  const bits = entries.map(entry => countedFor.packaging << Math.min(entries.indexOf(entry), roots.length + 1))
  const isAsked = (entry: number | null) => entry !== null && packagings.includes(entry)
  const inRoots = packagings.length > 0 ? Uint8Array.from(entries, entry => Number(isAsked(entry))) : null
  return { entries, bits: Uint16Array.from(bits), inRoots }
}

/** Which sizes match, and for which choices the others count. */
function judging(table: OfferTable, query: ProductQuery, now: number, inRoots: Uint8Array | null) {
  const { columns, groups } = table.view()
  const worded = wordedOf(table, query)
  const { ofSection, ofRegion } = failuresOf(table, query, { inRoots, withUnsized: true })
  const ranges = rangesOf(table, query, unitPrices(table, query.filters.quantity))
  const failedRanges = ranges.asked.length > 0 ? ranges.failed : null
  const steps = stepsOf(table, query, worded, now)
  return {
    ofSection,
    ofRegion,
    failedRanges,
    candidates: candidates(table, query, worded),
    hasSteps: steps.length > 0,
    /** Moves the slots that no other filter excludes to the beginning and returns their number. */
    pass: (slots: Int32Array, count: number) => steps.reduce((left, step) => step(slots, left), count),
    /** Whether a slot that has passed matches. */
    matches(slot: number): boolean {
      const group = columns.group[slot] as number
      const ofGroup = ofSection[groups.section[group] as number] as number
      const byRegion = ofRegion?.[groups.region[group] as number] ?? 0
      return ofGroup === 0 && byRegion === 0 && (failedRanges === null || failedRanges(slot) === 0)
    },
  }
}
type Judging = ReturnType<typeof judging>

/** What a product is counted for by a size with these failures; `packaging`: the bit of its packing. */
function gainOf(failed: number, packaging: number): number {
  if (failed === 0) return countedFor.match | countedFor.zone | countedFor.region | packaging
  if (failed === fails.zone) return countedFor.zone
  return failed === fails.region ? countedFor.region : packaging
}

/** Counts each product once, however many of its sizes match. `needsPrices`: the order asks for the cards' prices. */
function countingProducts(
  table: OfferTable,
  { ofSection, ofRegion, failedRanges }: Judging,
  { entries, bits: packagingBits }: ReturnType<typeof packagingsOf>,
  needsPrices: boolean,
) {
  const { columns, groups } = table.view()
  const inCategory = new Int32Array(table.categories.count())
  const inZone = new Int32Array(table.zones.count())
  const inRegion = new Int32Array(table.regions.count())
  const inPackaging = new Int32Array(entries.length)
  const { marks, none } = table.productMarks()
  /** By id of product, the lowest price of what matches and is not sold out. */
  const lowest = needsPrices ? new Int32Array(table.productsEnd()).fill(unstated) : null
  /** A slot of each product that matches. */
  const found: number[] = []
  const add = (sum: Int32Array, code: number) => {
    sum[code] = (sum[code] as number) + 1
  }
  function gain(slot: number, one: number, gained: number): void {
    const { category, zone, region, root } = groups
    if ((gained & countedFor.match) !== 0) {
      found.push(slot)
      add(inCategory, category[one] as number)
    }
    if ((gained & countedFor.zone) !== 0) add(inZone, zone[one] as number)
    if ((gained & countedFor.region) !== 0) add(inRegion, region[one] as number)
    if (gained >= countedFor.packaging) add(inPackaging, root[one] as number)
  }
  function lower(prices: Int32Array, slot: number): void {
    const { product, price, group } = columns
    const kopecks = price[slot] as number
    if (kopecks === unstated || groups.stock[group[slot] as number] === soldOut) return
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
    /**
     * Takes the slots from `start` up to `end` (of `list`, or themselves) of the groups from `first` up to `last`. This
     * loop is what takes the time: neighbours are mostly of the same group, and most products have been counted before.
     */
    take(list: Int32Array | null, start: number, end: number, first: number, last: number): void {
      const { product, group } = columns
      const { section, region, root } = groups
      let [known, failedByGroup, packaging, gainByGroup] = [-1, 0, 0, 0]
      for (let at = start; at < end; at++) {
        const slot = list === null ? at : (list[at] as number)
        const one = group[slot] as number
        if (one < first || one >= last) continue
        if (one !== known) {
          known = one
          failedByGroup = ofSection[section[one] as number] as number
          if (ofRegion !== null) failedByGroup |= ofRegion[region[one] as number] as number
          packaging = packagingBits[root[one] as number] as number
          gainByGroup = isOut(failedByGroup) ? 0 : gainOf(failedByGroup, packaging)
        }
        if (gainByGroup === 0) continue
        // Nothing is counted by ranges: what they exclude counts for nothing.
        if (failedRanges !== null && failedRanges(slot) !== 0) continue
        if (lowest !== null && failedByGroup === 0) lower(lowest, slot)
        const id = product[slot] as number
        const before = Math.max(none, marks[id] as number)
        const gained = gainByGroup & ~before
        if (gained === 0) continue
        marks[id] = before | gained
        gain(slot, one, gained)
      }
    },
    result: (): ProductCounts => ({
      count: found.length,
      category: mapOf(inCategory, table.categories.valueOf),
      zone: mapOf(inZone, table.zones.valueOf),
      region: mapOf(inRegion, table.regions.valueOf),
      packaging: mapOf(inPackaging, code => entries[code] ?? null),
    }),
  }
}

/** Hands every slot that may match to the counting. */
async function countAll(
  table: OfferTable,
  { ofSection, candidates: slots, hasSteps, pass }: Judging,
  { take }: ReturnType<typeof countingProducts>,
  yieldNow: YieldNow,
): Promise<void> {
  const { sections, sectionCount, groupCount } = table.view()
  const chunk = new Int32Array(slots || hasSteps ? chunkSize : 1)
  const takePassed = (list: Int32Array) => {
    chunk.set(list)
    take(chunk, 0, pass(chunk, list.length), 1, groupCount)
  }
  if (slots) {
    for (let from = 0; from < slots.length; from += chunkSize) {
      takePassed(slots.subarray(from, from + chunkSize))
      await yieldNow()
    }
    return
  }
  let looked = 0
  for (let section = 0; section < sectionCount; section++) {
    if (sections.count[section] === 0 || isOut(ofSection[section] as number)) continue
    const [first, last] = [sections.firstGroup[section] as number, sections.endGroup[section] as number]
    const [start, end] = [sections.start[section] as number, sections.end[section] as number]
    if (!hasSteps) take(null, start, end, first, last)
    for (let from = start; hasSteps && from < end; from += chunkSize) {
      const length = Math.min(chunkSize, end - from)
      for (let at = 0; at < length; at++) chunk[at] = from + at
      take(chunk, 0, pass(chunk, length), first, last)
    }
    table.visitStrays(sections, section, [first, last], slot => takePassed(Int32Array.of(slot)))
    looked += sections.count[section] as number
    if (looked < lookedAtOnce) continue
    looked = 0
    await yieldNow()
  }
}

/**
 * The products with a size that matches, counted and in order: what `searchTable` finds, each product once. Products
 * without any size match if no filter asks for one.
 */
export async function searchProducts(
  table: OfferTable,
  query: ProductQuery,
  { ordering, page, now }: { ordering: ProductOrdering; page: Page; now: number },
  yieldNow: YieldNow,
): Promise<{ products: FoundProduct[]; counts: ProductCounts }> {
  table.tighten()
  const { product, publishedAt } = table.view().columns
  const packagings = packagingsOf(table, query)
  const judge = judging(table, query, now, packagings.inRoots)
  const counting = countingProducts(table, judge, packagings, ordering !== '-created_at')
  await countAll(table, judge, counting, yieldNow)

  const { found, lowest } = counting
  const priceOf = (slot: number) => {
    const kopecks = lowest?.[product[slot] as number] ?? unstated
    if (kopecks === unstated) return Number.POSITIVE_INFINITY
    return ordering === 'price' ? kopecks : -kopecks
  }
  const keyOf = ordering === '-created_at' ? (slot: number) => -(publishedAt[slot] as number) : priceOf
  const sign = ordering === '-created_at' ? -1 : 1
  const rows = firstRows(page, (one, other) => sign * ((product[one] as number) - (product[other] as number)) < 0)
  let added = 0
  for (const slot of found) {
    const key = keyOf(slot)
    if (key <= rows.worstKey()) rows.add(key, slot)
    if (++added % lookedAtOnce === 0) await yieldNow()
  }

  function sizesOf(id: number): SizedOffer[] | null {
    const all = Int32Array.from(table.slotsOf(id))
    const size = all.length
    const matching = all.subarray(0, judge.pass(all, size)).filter(judge.matches)
    return matching.length === size ? null : Array.from(matching, table.offerAt)
  }
  const products = (await rows.page(yieldNow)).map(slot => product[slot] as number)
  return { products: products.map(id => ({ id, sizes: sizesOf(id) })), counts: counting.result() }
}
