import { noDeliveryTerms, type Vehicle } from '#contract/transport.ts'
import type { DeliveryFacts } from '#server/domains/companies/companies.api.ts'
import type { PlannedChoice, PlannedNursery, PlanningTask } from '#server/domains/transport/planning/task.ts'
import { type Point, roadKm } from '#server/domains/transport/road-km.ts'
import type { Choice } from '../choosing/choose.ts'

const everyDay = 0b111_1111
export const bitsOf = (days: readonly number[]) =>
  days.length === 0 ? everyDay : days.reduce((bits, day) => bits | (1 << (day - 1)), 0)
export const daysOf = (bits: number) => [1, 2, 3, 4, 5, 6, 7].filter(day => bits & (1 << (day - 1)))

/** A nursery that has a place. */
export interface PlacedCompany extends Point {
  id: number
  name: string
}

export interface BuiltTask {
  task: PlanningTask
  nurseries: PlacedCompany[]
  /** The vehicles of the task as they are said. */
  vehicles: Vehicle[]
}

type Loads = ReadonlyMap<number, Omit<PlannedChoice, 'nursery' | 'price'>>

/**
 * The task of planning for these choices, one list a line. `given`: vehicles in place of the site's and the companies',
 * whose rules about their own lorries then do not matter.
 */
export function buildTask(
  lines: { pieces: number | null; choices: Choice[] }[],
  {
    companies,
    loads,
    site,
    hired,
    given,
  }: {
    companies: DeliveryFacts[]
    loads: Loads
    site: Point
    hired: Vehicle[]
    given: Vehicle[] | null
  },
): BuiltTask {
  const asked = new Set(lines.flatMap(({ choices }) => choices.map(({ companyId }) => companyId)))
  const nurseries = companies.flatMap(({ id, name, latitude, longitude }) =>
    latitude === null || longitude === null || !asked.has(id) ? [] : [{ id, name, latitude, longitude }],
  )
  const placeOf = new Map(nurseries.map(({ id }, at) => [id, at]))
  const termsOf = new Map(companies.map(({ id, terms }) => [id, terms ?? noDeliveryTerms]))
  const own = given
    ? []
    : nurseries.flatMap(({ id }, owner) => (termsOf.get(id)?.vehicles ?? []).map(vehicle => ({ vehicle, owner })))
  const all = [...(given ?? hired).map(vehicle => ({ vehicle, owner: null })), ...own]
  const noLoad = { weight: null, volume: null, length: 0 }
  const stocks = new Map<number, { at: number; left: number }>()
  for (const { variantId, left } of lines.flatMap(({ choices }) => choices))
    if (left !== null && !stocks.has(variantId)) stocks.set(variantId, { at: stocks.size, left })
  return {
    nurseries,
    vehicles: all.map(({ vehicle }) => vehicle),
    task: {
      nurseries: nurseries.map((from): PlannedNursery => {
        const terms = termsOf.get(from.id) ?? noDeliveryTerms
        return {
          km: [...nurseries, site].map(to => roadKm(from, to)),
          days: bitsOf(terms.loading_days),
          takesHired: given !== null || terms.pickup || terms.vehicles.length === 0,
          radius: terms.radius_km,
          freeFrom: terms.free_from,
        }
      }),
      vehicles: all.map(({ vehicle, owner }) => ({
        owner,
        payload: vehicle.payload_kg,
        volume: vehicle.volume_m3,
        length: vehicle.length_m,
        perKm: vehicle.price_per_km,
        least: vehicle.price_min,
      })),
      lines: lines.map(({ pieces, choices }) => ({
        count: pieces,
        wanted: choices[0]?.wanted ?? 0,
        choices: choices.map(({ companyId, variantId, price, left, isLater }) => ({
          nursery: placeOf.get(companyId) ?? null,
          price: price === null ? null : price / 100,
          ...(loads.get(variantId) ?? noLoad),
          ...(left === null ? {} : { stock: stocks.get(variantId)?.at ?? 0 }),
          isLater,
        })),
      })),
      stocks: [...stocks.values()].map(({ left }) => left),
    },
  }
}

/**
 * Offers of one nursery for a line of which none is worse than another, of which there is enough for all lines, in
 * everything: fit, price, load and length.
 */
export function withoutWorse(choices: Choice[], loads: Loads): Choice[] {
  const facts = choices.map(choice => {
    const { weight, volume, length } = loads.get(choice.variantId) ?? { weight: null, volume: null, length: 0 }
    const most = Number.POSITIVE_INFINITY
    return { choice, sizes: [Number(choice.isLater), choice.price ?? most, weight ?? most, volume ?? most, length] }
  })
  return facts.flatMap(({ choice, sizes }, at) => {
    const isWorse = facts.some(
      (other, place) =>
        place !== at &&
        other.choice.companyId === choice.companyId &&
        other.choice.left === null &&
        other.sizes.every((size, index) => size <= (sizes[index] ?? 0)) &&
        (place < at || other.sizes.some((size, index) => size < (sizes[index] ?? 0))),
    )
    return isWorse ? [] : [choice]
  })
}
