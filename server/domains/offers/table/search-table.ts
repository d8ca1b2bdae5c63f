import { freshDays, type OfferFilters, type offerOrderings } from '#contract/offer-search.ts'
import { unitPriceOf } from '../unit-price.ts'
import type { Codes } from './codes.ts'
import { type ComesBefore, firstRows } from './first-rows.ts'
import type { Breathe } from './kept-offers.ts'
import type { PlantFacts } from './offer-table.queries.ts'
import { flag, type OfferTable, soldOut } from './offer-table.ts'
import { unstated } from './unstated.ts'

/** What is looked for, with all names resolved. */
export interface TableQuery {
  filters: OfferFilters
  /** Ids of the categories and plants that the filters name; `null`: they name none. */
  categoryIds: number[] | null
  plantIds: number[] | null
  /** What the words come down to: plants, the best first, or products and companies that have the very words. */
  searched: { plantIds: number[]; worded: { productIds: Int32Array; companyIds: number[] } | null } | null
  /** Kilometres by company; `null` where nobody asks. */
  distances: ReadonlyMap<number, number> | null
  /** What the directory says of plants; read for the filters that ask for it. */
  plantFacts: readonly PlantFacts[]
}

export type Ordering = (typeof offerOrderings)[number] | undefined

/** In kopecks or millimetres. */
export type Bounds = { min: number; max: number } | null

/** How many offers there are of each kind, each choice counted under all other filters, and from where to where they go. */
export interface Counts {
  count: number
  category: Map<number, number>
  region: Map<number, number>
  zone: Map<number, number>
  form: Map<string, number>
  root: Map<string, number>
  stock: Map<string, number>
  price: Bounds
  height: Bounds
  girth: Bounds
}

/** What an offer may fail; an offer that fails one alone is counted among the choices of that one. */
const fails = { category: 1, region: 2, zone: 4, form: 8, root: 16, stock: 32, price: 64, height: 128, girth: 256 }
const failsMany = 0xffff
const isMany = (failed: number) => (failed & (failed - 1)) !== 0

/** Offers that are looked at between two looks at the clock. */
const lookedAtOnce = 1 << 16

const millimetres = (centimetres: number | undefined, otherwise: number) =>
  centimetres === undefined ? otherwise : Math.round(centimetres * 10)

type Span = readonly [from: number | undefined, to: number | undefined]
const isAsked = ([from, to]: Span) => from !== undefined || to !== undefined

/** Ranges overlap; two that only touch do not, a single value is in a range that holds it. */
function overlapping(froms: Int32Array, tos: Int32Array, span: Span): (slot: number) => boolean {
  const [least, most] = [millimetres(span[0], -1), millimetres(span[1], Number.MAX_SAFE_INTEGER)]
  return slot => {
    const [from, to] = [froms[slot] as number, tos[slot] as number]
    if (from === unstated && to === unstated) return false
    const low = from === unstated ? 0 : from
    const high = to === unstated ? Number.MAX_SAFE_INTEGER : to
    return (
      (low < most && high > least) ||
      (from === to && from >= least && from <= most) ||
      (least === most && low <= least && least <= high)
    )
  }
}

function within(values: (slot: number) => number, [from, to]: Span, scale: number): (slot: number) => boolean {
  const [least, most] = [
    from === undefined ? 0 : from * scale,
    to === undefined ? Number.POSITIVE_INFINITY : to * scale,
  ]
  return slot => {
    const value = values(slot)
    return value !== unstated && value >= least && value <= most
  }
}

/** By code: 1 for those that are among the wanted. */
function among<Value extends string | number>(known: Codes<Value>, wanted: Iterable<Value>): Uint8Array {
  const marks = new Uint8Array(known.count())
  for (const value of wanted) {
    const code = known.find(value)
    if (code !== undefined) marks[code] = 1
  }
  return marks
}

/** By code, what a filter says of it: nothing, or that it fails. */
const failing = (marks: Uint8Array | null, fail: number, count: number): Uint16Array =>
  marks ? Uint16Array.from(marks, mark => (mark === 1 ? 0 : fail)) : new Uint16Array(count)

/** By group, which of the filters with choices it fails. */
function failsOfGroups(table: OfferTable, { filters, categoryIds }: TableQuery): Uint16Array {
  const { groups, groupCount } = table.view()
  const { categories, regions, zones, forms, roots, stocks } = table
  const { zone: coldest } = filters
  const hardy = Array.from({ length: zones.count() }, (_, code) => zones.valueOf(code)).filter(
    zone => zone !== null && coldest !== undefined && zone <= coldest,
  )
  const ofCategory = failing(categoryIds && among(categories, categoryIds), fails.category, categories.count())
  const inRegions = filters.region.length > 0 ? among(regions, filters.region) : null
  const ofRegion = failing(inRegions, fails.region, regions.count())
  const inZones = coldest === undefined ? null : among(zones, hardy as number[])
  const ofZone = failing(inZones, fails.zone, zones.count())
  const ofForm = failing(filters.form.length > 0 ? among(forms, filters.form) : null, fails.form, forms.count())
  const ofRoot = failing(filters.root.length > 0 ? among(roots, filters.root) : null, fails.root, roots.count())
  const ofStock = failing(filters.stock.length > 0 ? among(stocks, filters.stock) : null, fails.stock, stocks.count())
  const failed = new Uint16Array(groupCount)
  const { category, region, zone, form, root, stock } = groups
  for (let group = 1; group < groupCount; group++)
    failed[group] =
      (ofCategory[category[group] as number] as number) |
      (ofRegion[region[group] as number] as number) |
      (ofZone[zone[group] as number] as number) |
      (ofForm[form[group] as number] as number) |
      (ofRoot[root[group] as number] as number) |
      (ofStock[stock[group] as number] as number)
  failed[0] = failsMany
  return failed
}

function boundary() {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    /** Ends of which one alone may be stated. */
    take(low: number, high: number): void {
      const [from, to] = [low === unstated ? high : low, high === unstated ? low : high]
      if (from === unstated) return
      if (from < min) min = from
      if (to > max) max = to
    },
    bounds: (): Bounds => (min <= max ? { min, max } : null),
  }
}

/** Counts offers of groups by what they fail. */
function counting(table: OfferTable) {
  const { groups } = table.view()
  const { categories, regions, zones, forms, roots, stocks } = table
  const sums = {
    category: new Int32Array(categories.count()),
    region: new Int32Array(regions.count()),
    zone: new Int32Array(zones.count()),
    form: new Int32Array(forms.count()),
    root: new Int32Array(roots.count()),
    stock: new Int32Array(stocks.count()),
  }
  const { category, region, zone, form, root, stock } = groups
  let total = 0
  const add = (sum: Int32Array, code: number | undefined, count: number) => {
    sum[code ?? 0] = (sum[code ?? 0] ?? 0) + count
  }
  const mapOf = <Value extends string | number>(known: Codes<Value>, sum: Int32Array) => {
    const counts = new Map<Value, number>()
    for (const [code, count] of sum.entries()) {
      const value = known.valueOf(code)
      if (value !== null && count > 0) counts.set(value, count)
    }
    return counts
  }
  return {
    count(group: number, failed: number, count: number): void {
      if (failed === 0) total += count
      if (failed === 0 || failed === fails.category) add(sums.category, category[group], count)
      if (failed === 0 || failed === fails.region) add(sums.region, region[group], count)
      if (failed === 0 || failed === fails.zone) add(sums.zone, zone[group], count)
      if (failed === 0 || failed === fails.form) add(sums.form, form[group], count)
      if (failed === 0 || failed === fails.root) add(sums.root, root[group], count)
      if (failed === 0 || failed === fails.stock) add(sums.stock, stock[group], count)
    },
    result: () => ({
      count: total,
      category: mapOf(categories, sums.category),
      region: mapOf(regions, sums.region),
      zone: mapOf(zones, sums.zone),
      form: mapOf(forms, sums.form),
      root: mapOf(roots, sums.root),
      stock: mapOf(stocks, sums.stock),
    }),
  }
}

const isSeveral = (months: readonly number[], { floweringFrom: from, floweringTo: to }: PlantFacts) =>
  from !== null &&
  to !== null &&
  months.some(month => (from <= to ? month >= from && month <= to : month >= from || month <= to))

/** Conditions for which nothing is counted, each a question to one offer; `null` where none is set. */
function narrowing(table: OfferTable, query: TableQuery, unitPrice: (slot: number) => number, now: number) {
  const { filters, plantIds, searched, distances, plantFacts } = query
  const { columns, groups, size } = table.view()
  const { company, plant, group, quantity: stocked, flags, confirmedAt } = columns
  const conditions: ((slot: number) => boolean)[] = []
  const ofPlants = (ids: Iterable<number>) => {
    const marks = among(table.plants, ids)
    return (slot: number) => marks[plant[slot] as number] === 1
  }
  const ofCompanies = (ids: Iterable<number>) => {
    const marks = among(table.companies, ids)
    return (slot: number) => marks[company[slot] as number] === 1
  }
  const facts = (is: (plant: PlantFacts) => boolean) => ofPlants(plantFacts.filter(is).map(({ id }) => id))

  if (plantIds) conditions.push(ofPlants(plantIds))
  if (filters.company.length > 0) conditions.push(ofCompanies(filters.company))
  const { within: farthest } = filters
  if (farthest !== undefined)
    conditions.push(ofCompanies([...(distances ?? [])].flatMap(([id, km]) => (km <= farthest ? [id] : []))))
  if (filters.verified !== undefined) {
    const { verified } = filters
    const marks = Array.from({ length: table.companies.count() }, (_, code) => table.isVerified(code) === verified)
    conditions.push(slot => marks[company[slot] as number] === true)
  }
  const isWorded = searched?.worded ? wordedSlots(table, searched.worded, size) : null
  if (searched) {
    const isMeant = searched.plantIds.length > 0 ? ofPlants(searched.plantIds) : () => false
    conditions.push(isWorded ? slot => isWorded[slot] === 1 || isMeant(slot) : isMeant)
  }
  if (filters.evergreen !== undefined) conditions.push(facts(({ isEvergreen }) => isEvergreen === filters.evergreen))
  if (filters.flowering_month.length > 0) conditions.push(facts(one => isSeveral(filters.flowering_month, one)))
  const spread: Span = [filters.spread_from, filters.spread_to]
  if (isAsked(spread)) conditions.push(overlapping(columns.spreadFrom, columns.spreadTo, spread))
  const stem: Span = [filters.stem_height_from, filters.stem_height_to]
  if (isAsked(stem)) conditions.push(within(slot => columns.stemHeight[slot] as number, stem, 10))
  const root: Span = [filters.root_size_from, filters.root_size_to]
  if (isAsked(root)) {
    const { rootSize } = columns
    const litres = (slot: number) => (rootSize[slot] === unstated ? unstated : (rootSize[slot] as number) / 100)
    conditions.push(within(litres, root, 1))
  }
  const { quantity } = filters
  if (quantity !== undefined)
    conditions.push(slot => {
      const there = stocked[slot] as number
      return groups.stock[group[slot] as number] !== soldOut && (there === unstated || there >= quantity)
    })
  if (filters.has_photos !== undefined) {
    const wanted = filters.has_photos ? flag.hasPhotos : 0
    conditions.push(slot => ((flags[slot] as number) & flag.hasPhotos) === wanted)
  }
  if (filters.fresh !== undefined) {
    const [since, wanted] = [freshSince(now).fresh, filters.fresh]
    conditions.push(slot => (confirmedAt[slot] as number) > since === wanted)
  }
  const price: Span = [filters.price_from, filters.price_to]
  const height: Span = [filters.height_from, filters.height_to]
  const girth: Span = [filters.girth_from, filters.girth_to]
  const ranges = {
    price: isAsked(price) ? within(unitPrice, price, 100) : null,
    height: isAsked(height) ? overlapping(columns.heightFrom, columns.heightTo, height) : null,
    girth: isAsked(girth) ? overlapping(columns.girthFrom, columns.girthTo, girth) : null,
  }
  return { conditions, ranges, isWorded }
}

const microseconds = { day: 24 * 60 * 60 * 1e6, millisecond: 1000 }
const freshSince = (now: number) => ({
  fresh: now * microseconds.millisecond - freshDays.fresh * microseconds.day,
  ageing: now * microseconds.millisecond - freshDays.ageing * microseconds.day,
})

/** By slot: 1 where the product or the company has the very words. */
function wordedSlots(
  table: OfferTable,
  { productIds, companyIds }: { productIds: Int32Array; companyIds: number[] },
  size: number,
): Uint8Array {
  const marks = new Uint8Array(size)
  for (const product of productIds) for (const slot of table.slotsOf(product)) marks[slot] = 1
  for (const id of companyIds) for (const slot of table.ofCompany(id)) marks[slot] = 1
  return marks
}

/** The offers among which all that match are, where that is quickly said; `null`: any. */
function candidates(table: OfferTable, { filters, plantIds, searched }: TableQuery): Int32Array | null {
  const meant = searched && !searched.worded ? searched.plantIds : null
  const lists = [
    ...(plantIds ? [plantIds.map(table.ofPlant)] : []),
    ...(meant ? [meant.map(table.ofPlant)] : []),
    ...(filters.company.length > 0 ? [filters.company.map(table.ofCompany)] : []),
  ]
  const sized = lists.map(parts => ({ parts, size: parts.reduce((sum, { length }) => sum + length, 0) }))
  const [shortest] = sized.toSorted((one, other) => one.size - other.size)
  if (!shortest || shortest.size > table.view().size / 2) return null
  const all = new Int32Array(shortest.size)
  let at = 0
  for (const part of shortest.parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Smaller keys come first; what has the same is ordered by `before`. */
function orderOf(
  table: OfferTable,
  query: TableQuery,
  ordering: Ordering,
  { unitPrice, isWorded, now }: { unitPrice: (slot: number) => number; isWorded: Uint8Array | null; now: number },
): { key: (slot: number) => number; before: ComesBefore } {
  const { columns, groups } = table.view()
  const { id, product, position, publishedAt, confirmedAt, group, plant, company } = columns
  const byId: ComesBefore = (one, other) => (id[one] as number) < (id[other] as number)
  const last = Number.POSITIVE_INFINITY
  const upwards = (value: (slot: number) => number, sign: 1 | -1) => {
    const key = (slot: number) => {
      const stated = value(slot)
      return stated === unstated ? last : sign * stated
    }
    return { key, before: byId }
  }
  const high = (from: Int32Array, to: Int32Array) => (slot: number) =>
    (to[slot] === unstated ? from[slot] : to[slot]) as number
  const newest: ComesBefore = (one, other) => {
    const published = (publishedAt[one] as number) - (publishedAt[other] as number)
    // Two that nobody knows of differ by no number.
    if (published > 0) return true
    if (published < 0) return false
    if (product[one] !== product[other]) return (product[one] as number) > (product[other] as number)
    if (position[one] !== position[other]) return (position[one] as number) < (position[other] as number)
    return byId(one, other)
  }
  function relevance(): (slot: number) => number {
    const { fresh, ageing } = freshSince(now)
    const plantIds = query.searched?.plantIds ?? []
    const places = plantIds.length > 1 ? new Int32Array(table.plants.count()).fill(plantIds.length) : null
    for (const [place, one] of plantIds.entries()) {
      const code = table.plants.find(one)
      if (places && code !== undefined) places[code] = place
    }
    // What has the very words stands before what may be meant by them.
    const worded = plantIds.length > 0 ? isWorded : null
    return slot => {
      const isMeant = worded && worded[slot] !== 1 ? plantIds.length + 1 : 0
      const place = isMeant + (places ? (places[plant[slot] as number] as number) : 0)
      const confirmed = confirmedAt[slot] as number
      const age = confirmed > fresh ? 0 : confirmed > ageing ? 1 : 2
      return place * 6 + (groups.stock[group[slot] as number] === soldOut ? 3 : 0) + age
    }
  }
  switch (ordering) {
    case 'price':
      return upwards(unitPrice, 1)
    case '-price':
      return upwards(unitPrice, -1)
    case 'height':
      return upwards(high(columns.heightFrom, columns.heightTo), 1)
    case '-height':
      return upwards(high(columns.heightFrom, columns.heightTo), -1)
    case 'girth':
      return upwards(high(columns.girthFrom, columns.girthTo), 1)
    case '-girth':
      return upwards(high(columns.girthFrom, columns.girthTo), -1)
    case '-confirmed_at':
      return { key: slot => -(confirmedAt[slot] as number), before: byId }
    case 'distance': {
      const rank = relevance()
      const far = new Float64Array(table.companies.count()).fill(farthest)
      for (const [company, km] of query.distances ?? []) {
        const code = table.companies.find(company)
        if (code !== undefined) far[code] = km
      }
      return { key: slot => (far[company[slot] as number] as number) * mostRanks + rank(slot), before: newest }
    }
    case undefined:
      return { key: relevance(), before: newest }
  }
}
/** More kilometres than there are on earth, and more ranks than there can be. */
const farthest = 100_000
const mostRanks = 2 ** 32

/**
 * Finds the offers that match, counts them and the choices of all filters, and picks a page in its order. `now`:
 * milliseconds since 1970, by which freshness is told.
 */
export async function searchTable(
  table: OfferTable,
  query: TableQuery,
  { ordering, page, now }: { ordering: Ordering; page: { limit: number; offset: number }; now: number },
  breathe: Breathe,
): Promise<{ ids: number[]; counts: Counts }> {
  const { quantity } = query.filters
  const { columns, groups, groupCount, size } = table.view()
  const { price, flags, id } = columns
  const unitPrice =
    quantity === undefined
      ? (slot: number) => price[slot] as number
      : (slot: number) =>
          (flags[slot] as number) & flag.hasTiers
            ? unitPriceOf(price[slot] as number, table.tiers.get(slot) ?? [], quantity)
            : (price[slot] as number)
  const failed = failsOfGroups(table, query)
  const { conditions, ranges, isWorded } = narrowing(table, query, unitPrice, now)
  const { key, before } = orderOf(table, query, ordering, { unitPrice, isWorded, now })
  const counter = counting(table)
  const bounds = { price: boundary(), height: boundary(), girth: boundary() }
  const rows = firstRows(page, before)
  const { group, heightFrom, heightTo, girthFrom, girthTo } = columns

  if (conditions.length === 0 && !ranges.price && !ranges.height && !ranges.girth) {
    // Offers of one group are all the same here: they need not be looked at to be counted.
    table.tighten()
    const { priceLow, priceHigh, heightLow, heightHigh, girthLow, girthHigh } = groups
    for (let one = 1; one < groupCount; one++) {
      const fail = failed[one] as number
      const count = groups.count[one] as number
      if (count === 0 || isMany(fail)) continue
      counter.count(one, fail, count)
      if (fail !== 0) continue
      bounds.price.take(priceLow[one] as number, priceHigh[one] as number)
      bounds.height.take(heightLow[one] as number, heightHigh[one] as number)
      bounds.girth.take(girthLow[one] as number, girthHigh[one] as number)
    }
    for (let from = 0; from < size && page.offset < counter.result().count; from += lookedAtOnce) {
      const to = Math.min(size, from + lookedAtOnce)
      for (let slot = from; slot < to; slot++) if (failed[group[slot] as number] === 0) rows.add(key(slot), slot)
      await breathe()
    }
  } else {
    const some = candidates(table, query)
    const count = some ? some.length : size
    for (let from = 0; from < count; from += lookedAtOnce) {
      const to = Math.min(count, from + lookedAtOnce)
      next: for (let at = from; at < to; at++) {
        const slot = some ? (some[at] as number) : at
        let fail = failed[group[slot] as number] as number
        if (isMany(fail)) continue
        for (const condition of conditions) if (!condition(slot)) continue next
        if (ranges.price && !ranges.price(slot)) fail |= fails.price
        if (ranges.height && !ranges.height(slot)) fail |= fails.height
        if (ranges.girth && !ranges.girth(slot)) fail |= fails.girth
        if (isMany(fail)) continue
        if (fail === 0) rows.add(key(slot), slot)
        if (fail < fails.price) counter.count(group[slot] as number, fail, 1)
        if (fail === 0 || fail === fails.price) {
          const unit = unitPrice(slot)
          bounds.price.take(unit, unit)
        }
        if (fail === 0 || fail === fails.height)
          bounds.height.take(heightFrom[slot] as number, heightTo[slot] as number)
        if (fail === 0 || fail === fails.girth) bounds.girth.take(girthFrom[slot] as number, girthTo[slot] as number)
      }
      await breathe()
    }
  }
  return {
    ids: rows.page().map(slot => id[slot] as number),
    counts: {
      ...counter.result(),
      price: bounds.price.bounds(),
      height: bounds.height.bounds(),
      girth: bounds.girth.bounds(),
    },
  }
}
