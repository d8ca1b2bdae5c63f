import type { Codes } from './codes.ts'
import { type OfferTable, soldOut, unsized } from './offer-table.ts'
import type { TableQuery } from './table-query.ts'

/**
 * One bit per filter that an offer may fail. An offer that fails a single filter still counts for the choices of that
 * filter.
 */
export const fails = {
  category: 1,
  region: 2,
  zone: 4,
  form: 8,
  root: 16,
  stock: 32,
  price: 64,
  height: 128,
  girth: 256,
}
const failsMany = 0xffff
export const isMany = (failed: number) => (failed & (failed - 1)) !== 0
/** Marks by code: 1 for the wanted values. */
export function among<Value extends string | number>(known: Codes<Value>, wanted: Iterable<Value>): Uint8Array {
  const marks = new Uint8Array(known.count())
  for (const value of wanted) {
    const code = known.find(value)
    if (code !== undefined) marks[code] = 1
  }
  return marks
}

/** By code, the bit of the filter if it rejects the value, otherwise 0. Without `marks` nothing is rejected. */
const failing = (marks: Uint8Array | null, fail: number, count: number): Uint16Array =>
  marks ? Uint16Array.from(marks, mark => (mark === 1 ? 0 : fail)) : new Uint16Array(count)

/** The packings of sizes that match, by code; `null`: all. */
const rootsAsked = (table: OfferTable, { filters }: TableQuery) =>
  filters.root.length > 0 ? among(table.roots, filters.root) : null

/**
 * The bits of the filters with counted choices that sections and groups fail. `ofSection` leaves out the region;
 * `ofRegion` is by code, `null` if none is asked for. `inRoots`: which packings match, by code, if not those of the
 * filter. `withUnsized`: products without any size fail only what asks for one.
 */
export function failuresOf(
  table: OfferTable,
  query: TableQuery,
  {
    inRoots = rootsAsked(table, query),
    withUnsized = false,
  }: { inRoots?: Uint8Array | null; withUnsized?: boolean } = {},
) {
  const { filters, categoryIds } = query
  const { sections, sectionCount } = table.view()
  const { categories, regions, zones, forms, roots, stocks } = table
  const { zone: coldest } = filters
  const hardy = Array.from({ length: zones.count() }, (_, code) => zones.valueOf(code)).filter(
    zone => zone !== null && coldest !== undefined && zone <= coldest,
  )
  const ofCategory = failing(categoryIds && among(categories, categoryIds), fails.category, categories.count())
  const inZones = coldest === undefined ? null : among(zones, hardy as number[])
  const ofZone = failing(inZones, fails.zone, zones.count())
  const ofForm = failing(filters.form.length > 0 ? among(forms, filters.form) : null, fails.form, forms.count())
  const ofRoot = failing(inRoots, fails.root, roots.count())
  const ofStock = failing(filters.stock.length > 0 ? among(stocks, filters.stock) : null, fails.stock, stocks.count())
  // Sold out is never enough.
  if (filters.quantity !== undefined) ofStock[soldOut] = failsMany
  if (!withUnsized) ofStock[unsized] = failsMany
  const ofSection = new Uint16Array(sectionCount)
  const { category, zone, form, root, stock } = sections
  for (let section = 0; section < sectionCount; section++)
    ofSection[section] =
      (ofCategory[category[section] as number] as number) |
      (ofZone[zone[section] as number] as number) |
      (ofForm[form[section] as number] as number) |
      (ofRoot[root[section] as number] as number) |
      (ofStock[stock[section] as number] as number)
  const inRegions = filters.region.length > 0 ? among(regions, filters.region) : null
  return { ofSection, ofRegion: inRegions && failing(inRegions, fails.region, regions.count()) }
}
