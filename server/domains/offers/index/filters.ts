import type { Worded } from './candidates.ts'
import { type Codes, flag, type Groups, largest, openEnd, unstated } from './columns.ts'
import { type GroupedOffers, soldOut, unsized } from './grouped-offers.ts'
import type { PlantFacts } from './offer-index.queries.ts'
import type { IndexQuery } from './offer-query.ts'
import { freshSince, unitPrices } from './order.ts'

/**
 * One bit per filter with a facet. An offer that fails a single one of them still counts for the choices of that filter.
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
} as const
const failsMany = 0xffff
export const isMany = (failed: number) => (failed & (failed - 1)) !== 0

/**
 * The bits of the filters by choices that a group fails, besides the region; `inRegion`: 1 by code of the regions asked
 * for, `null` if none is. `inRoots`: which packings match, by code, if not those of the filter. `withUnsized`: products
 * without any size fail only what asks for one.
 */
export function choiceFilters(
  index: GroupedOffers,
  { filters, categoryIds }: IndexQuery,
  { inRoots, withUnsized = false }: { inRoots?: Uint8Array | null; withUnsized?: boolean } = {},
) {
  const { groups, codes } = index
  const marked = <Value extends string | number>(of: Codes<Value>, wanted: readonly Value[]) =>
    wanted.length > 0 ? of.among(wanted) : null
  const bits = (marks: Uint8Array | null, bit: number, count: number) =>
    marks ? Uint16Array.from(marks, mark => (mark === 1 ? 0 : bit)) : new Uint16Array(count)
  const { zone: coldest } = filters
  const hardy = Uint8Array.from({ length: codes.zone.count() }, (_, code) =>
    Number((codes.zone.valueOf(code) ?? Number.POSITIVE_INFINITY) <= (coldest ?? 0)),
  )
  const roots = inRoots === undefined ? marked(codes.root, filters.root) : inRoots
  const ofCategory = bits(categoryIds && codes.category.among(categoryIds), fails.category, codes.category.count())
  const ofZone = bits(coldest === undefined ? null : hardy, fails.zone, codes.zone.count())
  const ofForm = bits(marked(codes.form, filters.form), fails.form, codes.form.count())
  const ofRoot = bits(roots, fails.root, codes.root.count())
  const ofStock = bits(marked(codes.stock, filters.stock), fails.stock, codes.stock.count())
  // Sold out is never enough.
  if (filters.quantity !== undefined) ofStock[soldOut] = failsMany
  if (!withUnsized) ofStock[unsized] = failsMany
  const { category, zone, form, root, stock, run: runOf } = groups
  // Neighbours are mostly of one run, whose groups differ only in their region.
  let [knownRun, known] = [-1, 0]
  function failedBy(group: number): number {
    const run = runOf[group] as number
    if (run === knownRun) return known
    knownRun = run
    known =
      (ofCategory[category[group] as number] as number) |
      (ofZone[zone[group] as number] as number) |
      (ofForm[form[group] as number] as number) |
      (ofRoot[root[group] as number] as number) |
      (ofStock[stock[group] as number] as number)
    return known
  }
  return { inRegion: marked(codes.region, filters.region), failedBy }
}

/** Both ends belong to the range. */
interface Limits {
  least: number
  most: number
}

/** Converts a bound to the unit of a column, correcting rounding errors: 1.1 × 100 is exactly 110. */
function scaled(value: number, scale: number): number {
  const product = value * scale
  const whole = Math.round(product)
  return Math.abs(product - whole) < 1e-6 ? whole : product
}

/** The limits of a range that values must lie in; `null` if none is asked for. */
function withinLimits(from: number | undefined, to: number | undefined, scale: number): Limits | null {
  if (from === undefined && to === undefined) return null
  const least = from === undefined ? 0 : Math.ceil(scaled(from, scale))
  return { least, most: to === undefined ? largest : Math.min(largest, Math.floor(scaled(to, scale))) }
}

/** The limits in millimetres of a range that ranges must overlap. */
function overlapLimits(from: number | undefined, to: number | undefined): Limits | null {
  if (from === undefined && to === undefined) return null
  return {
    least: from === undefined ? -1 : Math.round(from * 10),
    most: to === undefined ? largest : Math.round(to * 10),
  }
}

/**
 * Whether the ranges overlap. Ranges that only touch do not overlap, but a single value matches a range that contains
 * it.
 */
function overlaps(from: number, to: number, { least, most }: Limits): boolean {
  if (from === unstated && to === unstated) return false
  const low = from === unstated ? 0 : from
  const high = to === unstated ? largest : to
  return (
    (low < most && high > least) ||
    (from === to && from >= least && from <= most) ||
    (least === most && low <= least && least <= high)
  )
}

type Bounds = [low: Int32Array, high: Int32Array, stated: Int32Array]
type Open = [from: number, to: number]

/** A filter by a range whose bounds are a facet. */
export interface Range {
  bit: number
  /** How many offers of a run or group it accepts; -1 if their bounds do not tell. */
  acceptedOfRun: (run: number) => number
  acceptedOfGroup: (group: number) => number
  /** How many of the slots from `start` up to `end` it accepts. */
  count: (start: number, end: number) => number
}

function acceptedBy(
  { least, most }: Limits,
  [lows, highs, stated]: Bounds,
  open: Int32Array,
  [openFrom, openTo]: Open,
) {
  return (at: number): number => {
    const [low, high] = [lows[at] as number, highs[at] as number]
    if (low > least && high < most) return stated[at] as number
    if (low > high) return 0
    // Where a range leaves an end open, it may overlap what lies beyond the bounds.
    const isBelow = high < least && ((open[at] as number) & openTo) === 0
    return isBelow || (low > most && ((open[at] as number) & openFrom) === 0) ? 0 : -1
  }
}

const countWithin =
  (values: Int32Array, { least, most }: Limits) =>
  (start: number, end: number) => {
    let count = 0
    for (let slot = start; slot < end; slot++) {
      const value = values[slot] as number
      if (value >= least && value <= most) count++
    }
    return count
  }

const countOverlapping = (froms: Int32Array, tos: Int32Array, limits: Limits) => (start: number, end: number) => {
  let count = 0
  for (let slot = start; slot < end; slot++) if (overlaps(froms[slot] as number, tos[slot] as number, limits)) count++
  return count
}

/** The filters by price, height and girth. */
export function rangesOf({ columns, groups, runs, tiers }: GroupedOffers, { filters }: IndexQuery) {
  const { price: prices, heightFrom, heightTo, girthFrom, girthTo } = columns
  const price = withinLimits(filters.price_from, filters.price_to, 100)
  const height = overlapLimits(filters.height_from, filters.height_to)
  const girth = overlapLimits(filters.girth_from, filters.girth_to)
  const asked: Range[] = []
  const ask = (
    bit: number,
    limits: Limits,
    count: Range['count'],
    bounds: (of: Groups) => Bounds,
    open: Open = [0, 0],
  ) =>
    asked.push({
      bit,
      acceptedOfRun: acceptedBy(limits, bounds(runs), runs.open, open),
      acceptedOfGroup: acceptedBy(limits, bounds(groups), groups.open, open),
      count,
    })
  if (price) ask(fails.price, price, countWithin(prices, price), of => [of.priceLow, of.priceHigh, of.pricesStated])
  if (height)
    ask(
      fails.height,
      height,
      countOverlapping(heightFrom, heightTo, height),
      of => [of.heightLow, of.heightHigh, of.heightsStated],
      [openEnd.heightFrom, openEnd.heightTo],
    )
  if (girth)
    ask(
      fails.girth,
      girth,
      countOverlapping(girthFrom, girthTo, girth),
      of => [of.girthLow, of.girthHigh, of.girthsStated],
      [openEnd.girthFrom, openEnd.girthTo],
    )
  const unitPrice = unitPrices({ columns, tiers }, filters.quantity)
  return {
    asked,
    /** The bits of the ranges that do not accept a slot. */
    failed(slot: number): number {
      let bits = 0
      if (price) {
        const value = filters.quantity === undefined ? (prices[slot] as number) : unitPrice(slot)
        if (value < price.least || value > price.most) bits = fails.price
      }
      if (height && !overlaps(heightFrom[slot] as number, heightTo[slot] as number, height)) bits |= fails.height
      if (girth && !overlaps(girthFrom[slot] as number, girthTo[slot] as number, girth)) bits |= fails.girth
      return bits
    },
  }
}

/**
 * Moves the slots that a filter accepts to the beginning and returns their number. Each filter is a loop over one or
 * two columns: checking all filters for each offer in turn takes many times as long.
 */
type Step = (slots: Int32Array, count: number) => number

const marked =
  (column: Int32Array | Uint8Array, marks: Uint8Array): Step =>
  (slots, count) => {
    let passed = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[passed] = slot
      passed += marks[column[slot] as number] as number
    }
    return passed
  }

const worded =
  (plant: Int32Array, isMeant: Uint8Array, marks: Uint8Array): Step =>
  (slots, count) => {
    let passed = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[passed] = slot
      passed += (marks[slot] as number) | (isMeant[plant[slot] as number] as number)
    }
    return passed
  }

const overlapping =
  (froms: Int32Array, tos: Int32Array, limits: Limits): Step =>
  (slots, count) => {
    let passed = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[passed] = slot
      if (overlaps(froms[slot] as number, tos[slot] as number, limits)) passed++
    }
    return passed
  }

/** `also`: a value that is accepted besides. */
const within =
  (values: Int32Array | Float64Array, { least, most }: Limits, also = least): Step =>
  (slots, count) => {
    let passed = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      const value = values[slot] as number
      slots[passed] = slot
      if ((value >= least && value <= most) || value === also) passed++
    }
    return passed
  }

/** The filters that are checked offer by offer, because they have no facet. */
export function stepsOf(index: GroupedOffers, query: IndexQuery, words: Worded | null, now: number): Step[] {
  const { filters, plantIds, searched, distances, plantFacts } = query
  const { columns, codes } = index
  const steps: Step[] = []
  const ofPlants = (ids: Iterable<number>) => steps.push(marked(columns.plant, codes.plant.among(ids)))
  const ofCompanies = (ids: Iterable<number>) => steps.push(marked(columns.company, codes.company.among(ids)))
  const facts = (is: (plant: PlantFacts) => boolean) => ofPlants(plantFacts.filter(is).map(({ id }) => id))

  if (plantIds) ofPlants(plantIds)
  if (filters.company.length > 0) ofCompanies(filters.company)
  const { within: farthestKm, verified, quantity, has_photos: hasPhotos, fresh } = filters
  if (farthestKm !== undefined)
    ofCompanies([...(distances ?? [])].flatMap(([id, km]) => (km <= farthestKm ? [id] : [])))
  if (verified !== undefined) {
    const isAsked = (code: number) => Number((index.isVerified[code] ?? false) === verified)
    steps.push(
      marked(
        columns.company,
        Uint8Array.from({ length: codes.company.count() }, (_, code) => isAsked(code)),
      ),
    )
  }
  if (searched) {
    if (words) steps.push(worded(columns.plant, codes.plant.among(searched.plantIds), words.marks))
    else ofPlants(searched.plantIds)
  }
  if (filters.evergreen !== undefined) facts(({ isEvergreen }) => isEvergreen === filters.evergreen)
  if (filters.flowering_month.length > 0) facts(one => flowersIn(filters.flowering_month, one))
  const spread = overlapLimits(filters.spread_from, filters.spread_to)
  if (spread) steps.push(overlapping(columns.spreadFrom, columns.spreadTo, spread))
  const stem = withinLimits(filters.stem_height_from, filters.stem_height_to, 10)
  if (stem) steps.push(within(columns.stemHeight, stem))
  const rootSize = withinLimits(filters.root_size_from, filters.root_size_to, 100)
  if (rootSize) steps.push(within(columns.rootSize, rootSize))
  // An unknown stock quantity is enough. Offers that are sold out are left out with their groups.
  if (quantity !== undefined) steps.push(within(columns.quantity, { least: quantity, most: largest }, unstated))
  if (hasPhotos !== undefined) {
    const isAsked = (flags: number) => Number(((flags & flag.hasPhotos) !== 0) === hasPhotos)
    steps.push(
      marked(
        columns.flags,
        Uint8Array.from({ length: 8 }, (_, flags) => isAsked(flags)),
      ),
    )
  }
  if (fresh !== undefined) {
    const oldest = freshSince(now).fresh
    const limits = fresh
      ? { least: oldest + 1, most: Number.POSITIVE_INFINITY }
      : { least: Number.NEGATIVE_INFINITY, most: oldest }
    steps.push(within(columns.confirmedAt, limits))
  }
  return steps
}

const flowersIn = (months: readonly number[], { floweringFrom: from, floweringTo: to }: PlantFacts) =>
  from !== null &&
  to !== null &&
  months.some(month => (from <= to ? month >= from && month <= to : month >= from || month <= to))
