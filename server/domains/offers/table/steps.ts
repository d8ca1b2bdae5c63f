import type { Worded } from './candidates.ts'
import { among } from './failures.ts'
import { type Limits, overlapLimits, overlaps, withinLimits } from './limits.ts'
import type { PlantFacts } from './offer-table.queries.ts'
import { flag, type OfferTable } from './offer-table.ts'
import { freshSince } from './order.ts'
import type { TableQuery } from './table-query.ts'
import { unstated } from './unstated.ts'

/**
 * Moves the slots that a filter accepts to the beginning and returns their number. Each filter is a loop over one or
 * two columns: checking all filters for each offer in turn takes many times as long.
 */
type Step = (slots: Int32Array, count: number) => number

const marked =
  (column: Int32Array, marks: Uint8Array): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[kept] = slot
      kept += marks[column[slot] as number] as number
    }
    return kept
  }

const worded =
  (plant: Int32Array, isMeant: Uint8Array, marks: Uint8Array): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[kept] = slot
      kept += (marks[slot] as number) | (isMeant[plant[slot] as number] as number)
    }
    return kept
  }

const overlapping =
  (froms: Int32Array, tos: Int32Array, limits: Limits): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[kept] = slot
      if (overlaps(froms[slot] as number, tos[slot] as number, limits)) kept++
    }
    return kept
  }

const within =
  (values: Int32Array, { least, most }: Limits): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      const value = values[slot] as number
      slots[kept] = slot
      if (value >= least && value <= most) kept++
    }
    return kept
  }

/** An unknown stock quantity is enough. Offers that are sold out are left out with their sections. */
const enough =
  (stocked: Int32Array, quantity: number): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      const there = stocked[slot] as number
      slots[kept] = slot
      if (there >= quantity || there === unstated) kept++
    }
    return kept
  }

const flagged =
  (flags: Uint8Array, bit: number, wanted: number): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[kept] = slot
      if (((flags[slot] as number) & bit) === wanted) kept++
    }
    return kept
  }

const since =
  (times: Float64Array, moment: number, isAfter: boolean): Step =>
  (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number
      slots[kept] = slot
      if ((times[slot] as number) > moment === isAfter) kept++
    }
    return kept
  }

/** The filters that are checked offer by offer, except those by ranges whose bounds are counted. */
export function stepsOf(table: OfferTable, query: TableQuery, found: Worded | null, now: number): Step[] {
  const { filters, plantIds, searched, distances, plantFacts } = query
  const { columns } = table.view()
  const { plants, companies } = table
  const { company, plant, quantity: stocked, flags, confirmedAt, stemHeight, rootSize } = columns
  const steps: Step[] = []
  const ofPlants = (ids: Iterable<number>) => steps.push(marked(plant, among(plants, ids)))
  const ofCompanies = (ids: Iterable<number>) => steps.push(marked(company, among(companies, ids)))
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
    steps.push(marked(company, marks))
  }
  if (searched) {
    const isMeant = among(plants, searched.plantIds)
    if (found) steps.push(worded(plant, isMeant, found.marks))
    else steps.push(marked(plant, isMeant))
  }
  if (filters.evergreen !== undefined) facts(({ isEvergreen }) => isEvergreen === filters.evergreen)
  if (filters.flowering_month.length > 0) facts(one => flowersIn(filters.flowering_month, one))
  const spread = overlapLimits(filters.spread_from, filters.spread_to)
  if (spread) steps.push(overlapping(columns.spreadFrom, columns.spreadTo, spread))
  const stem = withinLimits(filters.stem_height_from, filters.stem_height_to, 10)
  if (stem) steps.push(within(stemHeight, stem))
  const root = withinLimits(filters.root_size_from, filters.root_size_to, 100)
  if (root) steps.push(within(rootSize, root))
  if (quantity !== undefined) steps.push(enough(stocked, quantity))
  const { has_photos: hasPhotos, fresh } = filters
  if (hasPhotos !== undefined) steps.push(flagged(flags, flag.hasPhotos, hasPhotos ? flag.hasPhotos : 0))
  if (fresh !== undefined) steps.push(since(confirmedAt, freshSince(now).fresh, fresh))
  return steps
}
const flowersIn = (months: readonly number[], { floweringFrom: from, floweringTo: to }: PlantFacts) =>
  from !== null &&
  to !== null &&
  months.some(month => (from <= to ? month >= from && month <= to : month >= from || month <= to))
