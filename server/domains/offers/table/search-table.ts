import { freshDays, type OfferFilters, type offerOrderings } from '#contract/offer-search.ts'
import { unitPriceOf } from '../unit-price.ts'
import type { Codes } from './codes.ts'
import { type ComesBefore, firstRows } from './first-rows.ts'
import type { Breathe } from './kept-offers.ts'
import type { PlantFacts } from './offer-table.queries.ts'
import { flag, type OfferTable, soldOut } from './offer-table.ts'
import { unstated } from './unstated.ts'

/** A search with all names replaced by ids. */
export interface TableQuery {
  filters: OfferFilters
  /** The ids of the categories and plants that the filters name; `null` if they name none. */
  categoryIds: number[] | null
  plantIds: number[] | null
  /**
   * The result of understanding the words: plants, best match first, or products and companies that contain the words.
   */
  searched: { plantIds: number[]; worded: { productIds: Int32Array; companyIds: number[] } | null } | null
  /** Kilometres by company id; `null` if the query names no place. */
  distances: ReadonlyMap<number, number> | null
  /** The directory's facts about plants; empty unless a filter needs them. */
  plantFacts: readonly PlantFacts[]
}

export type Ordering = (typeof offerOrderings)[number] | undefined

/** In kopecks or millimetres. */
export type Bounds = { min: number; max: number } | null

/**
 * The number of offers, the counts of the choices of each filter under all other filters, and the ranges of prices and
 * sizes.
 */
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

/**
 * One bit per filter that an offer may fail. An offer that fails a single filter still counts for the choices of that
 * filter.
 */
const fails = { category: 1, region: 2, zone: 4, form: 8, root: 16, stock: 32, price: 64, height: 128, girth: 256 }
const failsMany = 0xffff
const isMany = (failed: number) => (failed & (failed - 1)) !== 0

/** Offers, and groups, processed between two checks of the time. */
const lookedAtOnce = 1 << 16
const groupsAtOnce = 1 << 14

type Span = readonly [from: number | undefined, to: number | undefined]
const isAsked = ([from, to]: Span) => from !== undefined || to !== undefined

/** Marks by code: 1 for the wanted values. */
function among<Value extends string | number>(known: Codes<Value>, wanted: Iterable<Value>): Uint8Array {
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

/** By group, the bits of the filters with counted choices that the group fails. */
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

class Boundary {
  private min = Number.POSITIVE_INFINITY
  private max = Number.NEGATIVE_INFINITY

  /** Either end may be unstated. */
  take(low: number, high: number): void {
    const from = low === unstated ? high : low
    const to = high === unstated ? low : high
    if (from === unstated) return
    if (from < this.min) this.min = from
    if (to > this.max) this.max = to
  }

  bounds(): Bounds {
    return this.min <= this.max ? { min: this.min, max: this.max } : null
  }
}

/** Sums up the counts of offers, given by group and by the filters that they fail. */
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

/**
 * Checks the offers at the positions from `from` up to `to`. Steps are separate synchronous functions, because code
 * within an asynchronous function is not compiled as well.
 */
type Step = (from: number, to: number) => void

/**
 * The filters that are checked offer by offer, as steps over `looked`. Each step is a loop over one or two columns. A
 * million offers then take some milliseconds; checking all filters for each offer in turn would take many times as
 * long.
 */
function stepsOf(table: OfferTable, query: TableQuery, looked: Looked, now: number): Step[] {
  const { filters, plantIds, searched, distances, plantFacts } = query
  const { columns, groups, groupCount } = table.view()
  const { plants, companies } = table
  const { company, plant, group, quantity: stocked, flags, confirmedAt } = columns
  const steps: Step[] = []
  const ofPlants = (ids: Iterable<number>) => steps.push(looked.marked(plant, among(plants, ids)))
  const ofCompanies = (ids: Iterable<number>) => steps.push(looked.marked(company, among(companies, ids)))
  const facts = (is: (plant: PlantFacts) => boolean) => ofPlants(plantFacts.filter(is).map(({ id }) => id))

  if (plantIds) ofPlants(plantIds)
  if (filters.company.length > 0) ofCompanies(filters.company)
  const { within: farthestKm, verified, quantity } = filters
  if (farthestKm !== undefined)
    ofCompanies([...(distances ?? [])].flatMap(([id, km]) => (km <= farthestKm ? [id] : [])))
  if (verified !== undefined) {
    const marks = Uint8Array.from({ length: companies.count() }, (_, code) =>
      Number(table.isVerified(code) === verified),
    )
    steps.push(looked.marked(company, marks))
  }
  if (searched) {
    if (looked.isWorded) steps.push(looked.worded(plant, among(plants, searched.plantIds), looked.isWorded))
    else ofPlants(searched.plantIds)
  }
  if (filters.evergreen !== undefined) facts(({ isEvergreen }) => isEvergreen === filters.evergreen)
  if (filters.flowering_month.length > 0) facts(one => flowersIn(filters.flowering_month, one))
  const spread: Span = [filters.spread_from, filters.spread_to]
  if (isAsked(spread)) steps.push(looked.overlapping(columns.spreadFrom, columns.spreadTo, spread, failsMany))
  const stem: Span = [filters.stem_height_from, filters.stem_height_to]
  if (isAsked(stem)) steps.push(looked.within(columns.stemHeight, stem, 10, failsMany))
  const root: Span = [filters.root_size_from, filters.root_size_to]
  if (isAsked(root)) steps.push(looked.within(columns.rootSize, root, 100, failsMany))
  if (quantity !== undefined) {
    const isLeft = Uint8Array.from({ length: groupCount }, (_, one) => Number(groups.stock[one] !== soldOut))
    steps.push(looked.marked(group, isLeft), looked.enough(stocked, quantity))
  }
  if (filters.has_photos !== undefined) steps.push(looked.flagged(flags, flag.hasPhotos, filters.has_photos))
  if (filters.fresh !== undefined) steps.push(looked.since(confirmedAt, freshSince(now).fresh, filters.fresh))
  const price: Span = [filters.price_from, filters.price_to]
  if (isAsked(price)) steps.push(looked.within(looked.unitPrice, price, 100, fails.price))
  const height: Span = [filters.height_from, filters.height_to]
  if (isAsked(height)) steps.push(looked.overlapping(columns.heightFrom, columns.heightTo, height, fails.height))
  const girth: Span = [filters.girth_from, filters.girth_to]
  if (isAsked(girth)) steps.push(looked.overlapping(columns.girthFrom, columns.girthTo, girth, fails.girth))
  return steps
}

const flowersIn = (months: readonly number[], { floweringFrom: from, floweringTo: to }: PlantFacts) =>
  from !== null &&
  to !== null &&
  months.some(month => (from <= to ? month >= from && month <= to : month >= from || month <= to))

const microseconds = { day: 24 * 60 * 60 * 1e6, millisecond: 1000 }
const freshSince = (now: number) => ({
  fresh: now * microseconds.millisecond - freshDays.fresh * microseconds.day,
  ageing: now * microseconds.millisecond - freshDays.ageing * microseconds.day,
})

/** By slot: 1 if the product or the company contains the words. */
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

/**
 * The slots of the plants or companies that the query names, if these are at most half of all slots. Every match is
 * among them. `null`: all slots.
 */
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

/** The sort key of a slot; smaller keys come first. `before` orders slots with the same key. */
function orderOf(
  table: OfferTable,
  query: TableQuery,
  ordering: Ordering,
  { unitPrice, isWorded, now }: { unitPrice: Int32Array; isWorded: Uint8Array | null; now: number },
): { key: (slot: number) => number; before: ComesBefore } {
  const { columns, groups } = table.view()
  const { id, product, position, publishedAt, confirmedAt, group, plant, company } = columns
  const byId: ComesBefore = (one, other) => (id[one] as number) < (id[other] as number)
  const last = Number.POSITIVE_INFINITY
  /** Orders by the upper end of a range, or by the only stated end. Unstated values come last. */
  const upwards = (from: Int32Array, to: Int32Array, sign: 1 | -1) => {
    const key = (slot: number) => {
      const stated = (to[slot] === unstated ? from[slot] : to[slot]) as number
      return stated === unstated ? last : sign * stated
    }
    return { key, before: byId }
  }
  const newest: ComesBefore = (one, other) => {
    const published = (publishedAt[one] as number) - (publishedAt[other] as number)
    // Unknown times are infinite. Two of them differ by NaN, which is neither above nor below zero.
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
    // Offers that contain the very words come before those that only may be meant.
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
      return upwards(unitPrice, unitPrice, 1)
    case '-price':
      return upwards(unitPrice, unitPrice, -1)
    case 'height':
      return upwards(columns.heightFrom, columns.heightTo, 1)
    case '-height':
      return upwards(columns.heightFrom, columns.heightTo, -1)
    case 'girth':
      return upwards(columns.girthFrom, columns.girthTo, 1)
    case '-girth':
      return upwards(columns.girthFrom, columns.girthTo, -1)
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
    case undefined: {
      const rank = relevance()
      // Includes the second of publication, so that hardly any two offers have the same key.
      return { key: slot => rank(slot) * allSeconds - secondsOf(publishedAt[slot] as number), before: newest }
    }
  }
}
/** More than the number of seconds between 1970 and 2100; also stands for an unknown time of publication. */
const allSeconds = 2 ** 32
const secondsOf = (at: number) => Math.min(Math.floor(at / 1e6), allSeconds - 1)
/** Larger than any distance on earth in kilometres, and larger than any rank. */
const farthest = 100_000
const mostRanks = 2 ** 32

/** The offers among which all matches are, and the filters that each of them fails. */
type Looked = ReturnType<typeof look>

function look(table: OfferTable, query: TableQuery, failedOfGroup: Uint16Array) {
  const { columns, size } = table.view()
  const { group } = columns
  const slots = candidates(table, query)
  const count = slots ? slots.length : size
  const failed = new Uint16Array(count)
  for (let at = 0; at < count; at++)
    failed[at] = failedOfGroup[group[slots ? (slots[at] as number) : at] as number] as number
  const slotAt = (at: number) => (slots ? (slots[at] as number) : at)

  return {
    count,
    failed,
    slotAt,
    unitPrice: unitPrices(table, query.filters.quantity),
    isWorded: query.searched?.worded ? wordedSlots(table, query.searched.worded, size) : null,

    marked: (column: Int32Array, marks: Uint8Array) => (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const one = column[slots ? (slots[at] as number) : at] as number
        if (marks[one] !== 1) failed[at] = failsMany
      }
    },
    worded: (plant: Int32Array, isMeant: Uint8Array, isWorded: Uint8Array) => (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const slot = slots ? (slots[at] as number) : at
        if (isWorded[slot] !== 1 && isMeant[plant[slot] as number] !== 1) failed[at] = failsMany
      }
    },
    /**
     * Whether the ranges overlap. Ranges that only touch do not overlap, but a single value matches a range that
     * contains it.
     */
    overlapping: (froms: Int32Array, tos: Int32Array, span: Span, fail: number) => (start: number, end: number) => {
      const least = span[0] === undefined ? -1 : Math.round(span[0] * 10)
      const most = span[1] === undefined ? Number.MAX_SAFE_INTEGER : Math.round(span[1] * 10)
      for (let at = start; at < end; at++) {
        if (isMany(failed[at] as number)) continue
        const slot = slots ? (slots[at] as number) : at
        const from = froms[slot] as number
        const to = tos[slot] as number
        const low = from === unstated ? 0 : from
        const high = to === unstated ? Number.MAX_SAFE_INTEGER : to
        const is =
          (from !== unstated || to !== unstated) &&
          ((low < most && high > least) ||
            (from === to && from >= least && from <= most) ||
            (least === most && low <= least && least <= high))
        if (!is) failed[at] = (failed[at] as number) | fail
      }
    },
    within: (values: Int32Array, span: Span, scale: number, fail: number) => (from: number, to: number) => {
      const least = span[0] === undefined ? 0 : scaled(span[0], scale)
      const most = span[1] === undefined ? Number.POSITIVE_INFINITY : scaled(span[1], scale)
      for (let at = from; at < to; at++) {
        if (isMany(failed[at] as number)) continue
        const value = values[slots ? (slots[at] as number) : at] as number
        if (value < least || value > most) failed[at] = (failed[at] as number) | fail
      }
    },
    /** An unknown stock quantity is enough. */
    enough: (stocked: Int32Array, quantity: number) => (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const there = stocked[slots ? (slots[at] as number) : at] as number
        if (there !== unstated && there < quantity) failed[at] = failsMany
      }
    },
    flagged: (flags: Uint8Array, bit: number, isSet: boolean) => (from: number, to: number) => {
      const wanted = isSet ? bit : 0
      for (let at = from; at < to; at++)
        if (((flags[slots ? (slots[at] as number) : at] as number) & bit) !== wanted) failed[at] = failsMany
    },
    since: (times: Float64Array, since: number, isAfter: boolean) => (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const time = times[slots ? (slots[at] as number) : at] as number
        if (time > since !== isAfter) failed[at] = failsMany
      }
    },
  }
}

/** Converts a bound to the unit of a column, correcting rounding errors: 1.1 × 100 is exactly 110. */
function scaled(value: number, scale: number): number {
  const product = value * scale
  const whole = Math.round(product)
  return Math.abs(product - whole) < 1e-6 ? whole : product
}

/** By slot, the price of one plant in kopecks when buying `quantity`. */
function unitPrices(table: OfferTable, quantity: number | undefined): Int32Array {
  const { price } = table.view().columns
  if (quantity === undefined) return price
  const prices = price.slice()
  for (const [slot, tiers] of table.tiers) prices[slot] = unitPriceOf(prices[slot] ?? unstated, tiers, quantity)
  return prices
}

/**
 * Finds the offers that match, counts them and the choices of all filters, and returns the variant ids of a page in its
 * order. `now`: milliseconds since 1970, for freshness.
 */
export async function searchTable(
  table: OfferTable,
  query: TableQuery,
  { ordering, page, now }: { ordering: Ordering; page: { limit: number; offset: number }; now: number },
  breathe: Breathe,
): Promise<{ ids: number[]; counts: Counts }> {
  table.tighten()
  const { columns, groups, groupCount } = table.view()
  const failedOfGroup = failsOfGroups(table, query)
  const looked = look(table, query, failedOfGroup)
  const { failed, count, slotAt, unitPrice, isWorded } = looked
  const { key, before } = orderOf(table, query, ordering, { unitPrice, isWorded, now })
  const steps = stepsOf(table, query, looked, now)
  const counter = counting(table)
  const bounds = { price: new Boundary(), height: new Boundary(), girth: new Boundary() }
  const rows = firstRows(page, before)
  const { group, heightFrom, heightTo, girthFrom, girthTo } = columns

  if (steps.length === 0) {
    // Only filters with counted choices are set. All offers of a group give the same result, so the groups are counted
    // instead of the offers.
    const { priceLow, priceHigh, heightLow, heightHigh, girthLow, girthHigh } = groups
    for (let one = 1; one < groupCount; one++) {
      if (one % groupsAtOnce === 0) await breathe()
      const fail = failedOfGroup[one] as number
      if (groups.count[one] === 0 || isMany(fail)) continue
      counter.count(one, fail, groups.count[one] as number)
      if (fail !== 0) continue
      bounds.price.take(priceLow[one] as number, priceHigh[one] as number)
      bounds.height.take(heightLow[one] as number, heightHigh[one] as number)
      bounds.girth.take(girthLow[one] as number, girthHigh[one] as number)
    }
  } else {
    /** By group, the number of its offers that fail no filter except those that the whole group fails. */
    const counts = new Int32Array(groupCount)
    const tally: Step = (from, to) => {
      for (let at = from; at < to; at++) {
        const fail = failed[at] as number
        if (isMany(fail)) continue
        const slot = slotAt(at)
        if (fail < fails.price) {
          const one = group[slot] as number
          counts[one] = (counts[one] as number) + 1
        }
        if (fail !== 0 && fail < fails.price) continue
        const isAll = fail === 0
        if (isAll || fail === fails.price) bounds.price.take(unitPrice[slot] as number, unitPrice[slot] as number)
        if (isAll || fail === fails.height) bounds.height.take(heightFrom[slot] as number, heightTo[slot] as number)
        if (isAll || fail === fails.girth) bounds.girth.take(girthFrom[slot] as number, girthTo[slot] as number)
      }
    }
    for (let from = 0; from < count; from += lookedAtOnce) {
      const to = Math.min(count, from + lookedAtOnce)
      for (const step of steps) step(from, to)
      tally(from, to)
      await breathe()
    }
    for (let one = 1; one < groupCount; one++) {
      const some = counts[one] as number
      if (some > 0) counter.count(one, failedOfGroup[one] as number, some)
    }
  }
  const total = counter.result()
  const pick: Step = (from, to) => {
    for (let at = from; at < to; at++) if (failed[at] === 0) rows.add(key(slotAt(at)), slotAt(at))
  }
  for (let from = 0; from < count && page.offset < total.count; from += lookedAtOnce) {
    pick(from, Math.min(count, from + lookedAtOnce))
    await breathe()
  }
  return {
    ids: (await rows.page(breathe)).map(slot => columns.id[slot] as number),
    counts: {
      ...total,
      price: bounds.price.bounds(),
      height: bounds.height.bounds(),
      girth: bounds.girth.bounds(),
    },
  }
}
