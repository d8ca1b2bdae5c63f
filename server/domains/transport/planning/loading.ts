// Which lorry carries how many of each item, and what that costs.
import { type Fleet, isFreeFor, mayCall } from './may-call.ts'
import { inKopecks, type PlannedTour, type PlannedVehicle, priceOf, slack } from './task.ts'

/** Plants of a line at its nursery that can be loaded. */
export interface Item {
  line: number
  nursery: number
  count: number
  weight: number
  volume: number
  length: number
}

export interface Tour {
  /** How many of each item. */
  counts: number[]
  vehicle: number
  cost: number
}

export type Loading = ReturnType<typeof loadingOf>

/** Rubles by which fewer lorries are better, where they cost the same. */
export const perLorry = 0.001

export const isEmpty = (counts: readonly number[]) => counts.every(count => count === 0)
export const costOf = (tours: readonly Tour[]) => tours.reduce((sum, { cost }) => sum + cost, 0)

/** `spent`: rubles for plants, by nursery. */
export function loadingOf(fleet: Fleet, items: readonly Item[], spent: readonly number[]) {
  const { vehicles, routes } = fleet
  const costs = new Map<string, { vehicle: number; cost: number }[]>()

  /** Vehicles for these stops, the cheapest first. */
  function vehiclesFor(stops: number[]): { vehicle: number; cost: number }[] {
    const key = stops.join(' ')
    const before = costs.get(key)
    if (before) return before
    const { km } = routes.of(stops)
    const found = vehicles
      .flatMap((one, vehicle) => {
        if (!mayCall(fleet, one, stops, km)) return []
        return [{ vehicle, cost: (isFreeFor(fleet, one, spent) ? 0 : priceOf(one, km)) + perLorry }]
      })
      .toSorted((one, other) => one.cost - other.cost || one.vehicle - other.vehicle)
    costs.set(key, found)
    return found
  }

  function loadOf(counts: readonly number[]) {
    let [weight, volume, length] = [0, 0, 0]
    const stops: number[] = []
    for (const [at, item] of items.entries()) {
      const count = counts[at] ?? 0
      if (count === 0) continue
      weight += count * item.weight
      volume += count * item.volume
      length = Math.max(length, item.length)
      if (!stops.includes(item.nursery)) stops.push(item.nursery)
    }
    return { weight, volume, length, stops: stops.toSorted((one, other) => one - other) }
  }

  /** The cheapest lorry for these plants; `null`: none carries them at once. */
  function tourOf(counts: number[]): Tour | null {
    const { weight, volume, length, stops } = loadOf(counts)
    for (const { vehicle, cost } of vehiclesFor(stops)) {
      const { payload, volume: room, length: long } = vehicles[vehicle] as PlannedVehicle
      if (weight <= payload + slack && volume <= room + slack && length <= long + slack)
        return { counts, vehicle, cost }
    }
    return null
  }

  const none = () => items.map(() => 0)

  /** How many of an item go onto what is there already, with any vehicle that may call there. */
  function roomFor(at: number, counts: number[], most: number): number {
    const item = items[at] as Item
    const { weight, volume, length, stops } = loadOf(counts)
    const calls = stops.includes(item.nursery) ? stops : [...stops, item.nursery].toSorted((one, other) => one - other)
    let room = 0
    for (const { vehicle } of vehiclesFor(calls)) {
      const one = vehicles[vehicle] as PlannedVehicle
      if (Math.max(length, item.length) > one.length + slack) continue
      const ofWeight = item.weight > 0 ? (one.payload - weight + slack) / item.weight : most
      const ofVolume = item.volume > 0 ? (one.volume - volume + slack) / item.volume : most
      room = Math.max(room, Math.min(most, Math.floor(Math.min(ofWeight, ofVolume))))
      if (room === most) break
    }
    return room
  }

  function fullness({ counts, vehicle }: Tour): number {
    const { weight, volume } = loadOf(counts)
    const { payload, volume: room } = vehicles[vehicle] as PlannedVehicle
    return Math.max(weight / payload, volume / room)
  }

  const present = (tours: Tour[]): PlannedTour[] =>
    tours.map(({ counts, vehicle, cost }) => {
      const { km, stops } = routes.of(loadOf(counts).stops)
      return {
        vehicle,
        stops,
        km,
        price: inKopecks(cost),
        isFree: isFreeFor(fleet, vehicles[vehicle] as PlannedVehicle, spent),
        loads: counts.flatMap((count, at) => (count > 0 ? [{ line: (items[at] as Item).line, count }] : [])),
      }
    })

  return { items, vehicles, none, vehiclesFor, loadOf, tourOf, roomFor, fullness, present }
}
