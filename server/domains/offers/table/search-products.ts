import { roots } from '#contract/variants.ts'
import type { Breathe } from '#server/platform/turns.ts'
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

/** The failures under which a size still counts for a choice. Nothing is counted by category while one is asked for. */
const counted = fails.zone | fails.region | fails.root

/** For what a product has been counted; further bits are for the packings of its sizes. */
const countedFor = { match: 1, zone: 2, region: 4, packaging: 8 } as const

/** The entry of the list for which each packing counts, by code, and its bit in the marks of a product. */
function packagingsOf(table: OfferTable, { packagings, packagingOf }: ProductQuery) {
  const known = Array.from({ length: table.roots.count() }, (_, code) => table.roots.valueOf(code))
  const entries = known.map(packing => (packing === null ? null : packagingOf(packing)))
  // A product names one entry at most, so besides the packings of sizes one more bit is enough. Where moderators have
  // merged entries, several packings count for the same one, and have its bit.
  const bits = entries.map(entry => countedFor.packaging << Math.min(entries.indexOf(entry), roots.length + 1))
  const isAsked = (entry: number | null) => entry !== null && packagings.includes(entry)
  return {
    entries,
    bits,
    inRoots: packagings.length > 0 ? Uint8Array.from(entries, entry => Number(isAsked(entry))) : null,
  }
}

/** Which sizes match, and for which choices the others count. */
function judging(table: OfferTable, query: ProductQuery, now: number, inRoots: Uint8Array | null) {
  const { columns, groups } = table.view()
  const worded = wordedOf(table, query)
  const { ofSection, ofRegion } = failuresOf(table, query, { inRoots, withUnsized: true })
  const ranges = rangesOf(table, query, unitPrices(table, query.filters.quantity))
  const isRanged = ranges.asked.length > 0
  const steps = stepsOf(table, query, worded, now)
  return {
    ofSection,
    candidates: candidates(table, query, worded),
    /** Moves the slots that no other filter excludes to the beginning and returns their number. */
    pass: (slots: Int32Array, count: number) => steps.reduce((left, step) => step(slots, left), count),
    /** The bits of the filters that a slot fails. */
    failed(slot: number): number {
      const group = columns.group[slot] as number
      let bits = ofSection[groups.section[group] as number] as number
      if (ofRegion) bits |= ofRegion[groups.region[group] as number] as number
      return isRanged ? bits | ranges.failed(slot) : bits
    },
  }
}

/** Counts each product once, however many of its sizes match. */
function countingProducts(table: OfferTable, { entries, bits }: ReturnType<typeof packagingsOf>) {
  const { columns, groups } = table.view()
  const { product, group } = columns
  const { category, zone, region, root } = groups
  const sums = {
    category: new Int32Array(table.categories.count()),
    zone: new Int32Array(table.zones.count()),
    region: new Int32Array(table.regions.count()),
  }
  const packaging = new Int32Array(entries.length)
  /** By id of product, for what it has been counted. */
  const marks = new Uint16Array(table.productsEnd())
  /** A slot of each product that matches. */
  const found: number[] = []
  const add = (sum: Int32Array, code: number) => {
    sum[code] = (sum[code] as number) + 1
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
    /** A size that fails one counted filter at most. */
    take(slot: number, failed: number): void {
      const one = group[slot] as number
      const id = product[slot] as number
      const before = marks[id] as number
      let mark = before
      if (failed === 0 && (mark & countedFor.match) === 0) {
        mark |= countedFor.match
        found.push(slot)
        add(sums.category, category[one] as number)
      }
      if ((failed === 0 || failed === fails.zone) && (mark & countedFor.zone) === 0) {
        mark |= countedFor.zone
        add(sums.zone, zone[one] as number)
      }
      if ((failed === 0 || failed === fails.region) && (mark & countedFor.region) === 0) {
        mark |= countedFor.region
        add(sums.region, region[one] as number)
      }
      const code = root[one] as number
      const bit = bits[code] as number
      if ((failed === 0 || failed === fails.root) && (mark & bit) === 0) {
        mark |= bit
        add(packaging, code)
      }
      if (mark !== before) marks[id] = mark
    },
    result: (): ProductCounts => ({
      count: found.length,
      category: mapOf(sums.category, table.categories.valueOf),
      zone: mapOf(sums.zone, table.zones.valueOf),
      region: mapOf(sums.region, table.regions.valueOf),
      packaging: mapOf(packaging, code => entries[code] ?? null),
    }),
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
  breathe: Breathe,
): Promise<{ products: FoundProduct[]; counts: ProductCounts }> {
  table.tighten()
  const { columns, groups, sections, sectionCount } = table.view()
  const { product, group, price, publishedAt } = columns
  const packagings = packagingsOf(table, query)
  const { ofSection, candidates: slots, pass, failed } = judging(table, query, now, packagings.inRoots)
  const counting = countingProducts(table, packagings)
  const lowest = ordering === '-created_at' ? null : new Int32Array(table.productsEnd()).fill(unstated)

  /** The price that counts for the card, if any. */
  function lower(slot: number): void {
    const kopecks = price[slot] as number
    if (!lowest || kopecks === unstated || groups.stock[group[slot] as number] === soldOut) return
    const id = product[slot] as number
    const known = lowest[id] as number
    if (known === unstated || kopecks < known) lowest[id] = kopecks
  }

  const chunk = new Int32Array(chunkSize)
  let inChunk = 0
  function flush(): void {
    const left = pass(chunk, inChunk)
    inChunk = 0
    for (let at = 0; at < left; at++) {
      const slot = chunk[at] as number
      const bits = failed(slot)
      if (isMany(bits) || (bits & ~counted) !== 0) continue
      counting.take(slot, bits)
      if (bits === 0) lower(slot)
    }
  }
  function look(slot: number): void {
    if (inChunk === chunkSize) flush()
    chunk[inChunk++] = slot
  }

  let looked = 0
  if (slots)
    for (const slot of slots) {
      look(slot)
      if (++looked % lookedAtOnce === 0) await breathe()
    }
  for (let section = 0; !slots && section < sectionCount; section++) {
    const bits = ofSection[section] as number
    if (sections.count[section] === 0 || isMany(bits) || (bits & ~counted) !== 0) continue
    table.visitSection(section, look)
    looked += sections.count[section] as number
    if (looked < lookedAtOnce) continue
    looked = 0
    await breathe()
  }
  flush()

  const priceOf = (slot: number) => {
    const kopecks = lowest?.[product[slot] as number] ?? unstated
    if (kopecks === unstated) return Number.POSITIVE_INFINITY
    return ordering === 'price' ? kopecks : -kopecks
  }
  const keyOf = ordering === '-created_at' ? (slot: number) => -(publishedAt[slot] as number) : priceOf
  const sign = ordering === '-created_at' ? -1 : 1
  const rows = firstRows(page, (one, other) => sign * ((product[one] as number) - (product[other] as number)) < 0)
  for (const [index, slot] of counting.found.entries()) {
    rows.add(keyOf(slot), slot)
    if (index % lookedAtOnce === lookedAtOnce - 1) await breathe()
  }

  function sizesOf(id: number): SizedOffer[] | null {
    const all = Int32Array.from(table.slotsOf(id))
    const size = all.length
    const matching = all.subarray(0, pass(all, size)).filter(slot => failed(slot) === 0)
    return matching.length === size ? null : Array.from(matching, table.offerAt)
  }
  const products = (await rows.page(breathe)).map(slot => product[slot] as number)
  return { products: products.map(id => ({ id, sizes: sizesOf(id) })), counts: counting.result() }
}
