import { isEmpty, type Item, type Loading, type Tour } from './loading.ts'
import { type PlannedVehicle, slack } from './task.ts'

/** Lorries of one plan: an order that takes more is none, what is left of it is not placed. */
export const mostTours = 2000

/**
 * What this vehicle takes of what is left, in this order, on a way on which it may call everywhere; `null`: nothing.
 */
function fillOne(
  { items, vehicles, none, vehiclesFor }: Loading,
  vehicle: number,
  left: readonly number[],
  order: readonly number[],
): { counts: number[]; weight: number; volume: number } | null {
  const { payload, volume: room, length: longest } = vehicles[vehicle] as PlannedVehicle
  const counts = none()
  let [weight, volume] = [0, 0]
  let visited: number[] = []
  for (const at of order) {
    const item = items[at] as Item
    const have = left[at] ?? 0
    if (have === 0 || item.length > longest + slack) continue
    const isOnTheWay = visited.includes(item.nursery)
    const calls = isOnTheWay ? visited : [...visited, item.nursery].toSorted((a, b) => a - b)
    if (!isOnTheWay && !vehiclesFor(calls).some(found => found.vehicle === vehicle)) continue
    const ofWeight = item.weight > 0 ? (payload - weight + slack) / item.weight : have
    const ofVolume = item.volume > 0 ? (room - volume + slack) / item.volume : have
    const count = Math.min(have, Math.floor(Math.min(ofWeight, ofVolume)))
    if (count <= 0) continue
    counts[at] = count
    weight += count * item.weight
    volume += count * item.volume
    visited = calls
  }
  return isEmpty(counts) ? null : { counts, weight, volume }
}

/** The lorry that costs least for its share of what is left. */
function bestFilled(loading: Loading, left: readonly number[], order: readonly number[]): Tour | null {
  const counts = loading.none()
  for (const at of order) counts[at] = left[at] ?? 0
  const all = loading.loadOf(counts)
  let best: Tour | null = null
  let leastRate = Number.POSITIVE_INFINITY
  for (const vehicle of loading.vehicles.keys()) {
    const filled = fillOne(loading, vehicle, left, order)
    const tour = filled && loading.tourOf(filled.counts)
    if (!tour) continue
    const share = Math.max(
      all.weight > 0 ? filled.weight / all.weight : 0,
      all.volume > 0 ? filled.volume / all.volume : 0,
      slack,
    )
    const rate = tour.cost / share
    if (rate < leastRate - slack) [best, leastRate] = [tour, rate]
  }
  return best
}

/**
 * Fills lorries with what is left of some items, the heaviest plants first, always the lorry that costs least for what it
 * takes, until it is to stop, with so many lorries at most. Takes it out of `left`.
 */
export function fillLorries(
  loading: Loading,
  left: number[],
  isAmong: (at: number) => boolean,
  stops: () => boolean,
  most = mostTours,
): Tour[] {
  const { items } = loading
  const tours: Tour[] = []
  const order = [...items.keys()]
    .filter(isAmong)
    .toSorted(
      (one, other) =>
        (items[other] as Item).length - (items[one] as Item).length ||
        (items[other] as Item).weight - (items[one] as Item).weight,
    )
  while (tours.length < most && !stops() && order.some(at => (left[at] ?? 0) > 0)) {
    const tour = bestFilled(loading, left, order)
    if (!tour) break
    // As often as there is as much: a field of hedging takes many lorries of the same.
    do {
      for (const [at, count] of tour.counts.entries()) left[at] = (left[at] ?? 0) - count
      tours.push({ ...tour })
    } while (tours.length < most && tour.counts.every((count, at) => count <= (left[at] ?? 0)))
  }
  return tours
}
