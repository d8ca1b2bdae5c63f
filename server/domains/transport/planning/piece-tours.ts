// Lorries for plants that are chosen: which piece goes with which lorry.
import type { Routes } from './routes.ts'
import { type PlannedNursery, type PlannedTour, type PlannedVehicle, inKopecks, priceOf } from './task.ts'

/** Plants of a line at its nursery that can be loaded. */
export interface Item {
  line: number
  nursery: number
  count: number
  weight: number
  volume: number
  length: number
}

export interface Fleet {
  nurseries: PlannedNursery[]
  vehicles: PlannedVehicle[]
  routes: Routes
}

interface Tour {
  /** How many of each item. */
  counts: number[]
  vehicle: number
  cost: number
}

/** Ways to divide the plants that are all tried, so that the result is the least; above, they go in larger lots. */
export const mostDivisions = 250_000
const slack = 1e-6
/** Rubles by which fewer lorries are better, where they cost the same. */
const perLorry = 0.001
/** Lorries of one plan: an order that takes more is no order for lorries, what is left of it is not placed. */
const mostTours = 500
/** Lots that are divided in every way. */
const mostLots = 60
/** Rubles that stand for plants of a line that no lorry takes. */
export const notPlaced = 1e10
/** Lorries that are improved at a time: of many, the emptiest. */
const improvedAtOnce = 10

/** Whether a vehicle may call at all of these nurseries, at one day, on a way of so many kilometres. */
export function mayCall(
  { nurseries }: Pick<Fleet, 'nurseries'>,
  { owner }: PlannedVehicle,
  stops: readonly number[],
  km: number,
): boolean {
  let days = -1
  for (const stop of stops) days &= nurseries[stop]?.days ?? 0
  if (days === 0) return false
  if (owner === null) return stops.every(stop => nurseries[stop]?.takesHired)
  const radius = nurseries[owner]?.radius ?? null
  return stops.every(stop => stop === owner) && (radius === null || km <= radius)
}

/** `spent`: rubles for plants, by nursery. */
export const isFreeFor = (
  { nurseries }: Pick<Fleet, 'nurseries'>,
  { owner }: PlannedVehicle,
  spent: readonly number[],
): boolean => {
  const from = owner === null ? null : (nurseries[owner]?.freeFrom ?? null)
  return owner !== null && from !== null && (spent[owner] ?? 0) >= from
}

interface Stops {
  /** Nothing is improved any more. */
  isOver?: () => boolean
  /** Not even a first division is finished: what is left is not placed. */
  isTooLate?: () => boolean
  /** Ways to divide the plants that are all tried. */
  mostWays?: number
}

export function pieceTours(
  fleet: Fleet,
  items: Item[],
  spent: readonly number[],
  { isOver = () => false, isTooLate = () => false, mostWays = mostDivisions }: Stops = {},
) {
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
  const isEmpty = (counts: number[]) => counts.every(count => count === 0)
  const costOf = (tours: Tour[]) => tours.reduce((sum, { cost }) => sum + cost, 0)
  const plus = (one: number[], other: number[]) => one.map((count, at) => count + (other[at] ?? 0))

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

  /** Every way to divide the plants, in lots: the least for these lots. `null`: too many ways. */
  function divideExactly(lots: { at: number; count: number }[]): Tour[] | null {
    // Equal lots of one item are interchangeable: a state counts them.
    const kinds: { at: number; size: number; lots: number }[] = []
    for (const { at, count } of lots) {
      const same = kinds.find(kind => kind.at === at && kind.size === count)
      if (same) same.lots++
      else kinds.push({ at, size: count, lots: 1 })
    }
    const radix: number[] = []
    let states = 1
    let divisions = 1
    for (const kind of kinds) {
      radix.push(states)
      states *= kind.lots + 1
      divisions *= ((kind.lots + 1) * (kind.lots + 2)) / 2
      if (divisions > mostWays) return null
    }
    const digits = (state: number) =>
      kinds.map((kind, at) => Math.floor(state / (radix[at] as number)) % (kind.lots + 1))
    const single: (Tour | null)[] = Array.from({ length: states }, () => null)
    for (let state = 1; state < states; state++) {
      const counts = none()
      for (const [at, digit] of digits(state).entries()) {
        const kind = kinds[at] as (typeof kinds)[number]
        counts[kind.at] = (counts[kind.at] ?? 0) + digit * kind.size
      }
      single[state] = tourOf(counts)
    }
    const best = new Float64Array(states).fill(Number.POSITIVE_INFINITY)
    const taken = new Int32Array(states)
    best[0] = 0
    for (let state = 1; state < states; state++) {
      const have = digits(state)
      const lead = have.findIndex(digit => digit > 0)
      // Every part that has at least one lot of the first kind.
      const part = have.map(() => 0)
      part[lead] = 1
      for (;;) {
        const taking = part.reduce((sum, digit, at) => sum + digit * (radix[at] as number), 0)
        const tour = single[taking]
        if (tour) {
          const cost = tour.cost + (best[state - taking] as number)
          if (cost < (best[state] as number)) {
            best[state] = cost
            taken[state] = taking
          }
        }
        let at = 0
        while (at < part.length && part[at] === have[at]) {
          part[at] = at === lead ? 1 : 0
          at++
        }
        if (at === part.length) break
        part[at] = (part[at] ?? 0) + 1
      }
    }
    if (best[states - 1] === Number.POSITIVE_INFINITY) return null
    const tours: Tour[] = []
    for (let state = states - 1; state > 0; state -= taken[state] as number) {
      const tour = single[taken[state] as number]
      if (tour) tours.push(tour)
    }
    return tours
  }

  /** Every plant by itself a lot, or as few lots an item as keep the number of ways in bounds. */
  function byLots(): { tours: Tour[]; isExact: boolean } | null {
    for (const most of [Number.POSITIVE_INFINITY, 8, 6, 4, 3, 2, 1]) {
      const divided = items.map(({ count }) => {
        const size = Math.ceil(count / Math.min(count, most))
        return { size, whole: Math.floor(count / size) }
      })
      // Counted before any is made: there may be a million plants of a line.
      const needed = items.reduce((sum, { count }, at) => {
        const { size = 1, whole = 0 } = divided[at] ?? {}
        return sum + whole + (count > whole * size ? 1 : 0)
      }, 0)
      if (needed > mostLots && most > 1) continue
      const lots = items.flatMap(({ count }, at) => {
        const { size = 1, whole = 0 } = divided[at] ?? {}
        return [
          ...Array.from({ length: whole }, () => ({ at, count: size })),
          ...(count > whole * size ? [{ at, count: count - whole * size }] : []),
        ]
      })
      const tours = divideExactly(lots)
      if (tours) return { tours, isExact: most === Number.POSITIVE_INFINITY }
    }
    return null
  }

  /**
   * Fills lorries with what is left, the heaviest plants first, always the lorry that costs least for what it takes, until
   * it is to stop.
   */
  function fill(left: number[], among: (at: number) => boolean, stops: () => boolean = isOver): Tour[] {
    const tours: Tour[] = []
    const order = [...items.keys()]
      .filter(among)
      .toSorted(
        (one, other) =>
          (items[other] as Item).length - (items[one] as Item).length ||
          (items[other] as Item).weight - (items[one] as Item).weight,
      )
    const total = (counts: number[]) => {
      const { weight, volume } = loadOf(counts)
      return { weight, volume }
    }
    while (tours.length < mostTours && !stops() && order.some(at => (left[at] ?? 0) > 0)) {
      const all = total(left.map((count, at) => (among(at) ? count : 0)))
      let best: { tour: Tour; rate: number } | null = null
      for (const [vehicle, one] of vehicles.entries()) {
        const counts = none()
        let [weight, volume] = [0, 0]
        let visited: number[] = []
        for (const at of order) {
          const item = items[at] as Item
          const have = left[at] ?? 0
          if (have === 0 || item.length > one.length + slack) continue
          const isOnTheWay = visited.includes(item.nursery)
          const calls = isOnTheWay ? visited : [...visited, item.nursery].toSorted((a, b) => a - b)
          if (!isOnTheWay && !vehiclesFor(calls).some(found => found.vehicle === vehicle)) continue
          const ofWeight = item.weight > 0 ? (one.payload - weight + slack) / item.weight : have
          const ofVolume = item.volume > 0 ? (one.volume - volume + slack) / item.volume : have
          const count = Math.min(have, Math.floor(Math.min(ofWeight, ofVolume)))
          if (count <= 0) continue
          counts[at] = count
          weight += count * item.weight
          volume += count * item.volume
          visited = calls
        }
        if (isEmpty(counts)) continue
        const tour = tourOf(counts)
        if (!tour) continue
        const share = Math.max(
          all.weight > 0 ? weight / all.weight : 0,
          all.volume > 0 ? volume / all.volume : 0,
          slack,
        )
        const rate = tour.cost / share
        if (best === null || rate < best.rate - slack) best = { tour, rate }
      }
      if (!best) break
      // As often as there is as much: a field of hedging takes many lorries of the same.
      const { tour } = best
      do {
        for (const [at, count] of tour.counts.entries()) left[at] = (left[at] ?? 0) - count
        tours.push(tour)
      } while (tours.length < mostTours && tour.counts.every((count, at) => count <= (left[at] ?? 0)))
    }
    return tours
  }

  /** The plants of a tour onto others, as far as they take them; `null`: some are left. */
  function scattered(tours: Tour[], gone: number): Tour[] | null {
    const left = [...(tours[gone]?.counts ?? [])]
    const others = tours.filter((_, at) => at !== gone).map(({ counts }) => [...counts])
    for (const [at, count] of left.entries()) {
      if (isOver()) return null
      let rest = count
      for (const counts of others) {
        if (rest === 0) break
        const room = roomFor(at, counts, rest)
        counts[at] = (counts[at] ?? 0) + room
        rest -= room
      }
      if (rest > 0) return null
    }
    const after = others.map(tourOf)
    return after.every(tour => tour !== null) ? after : null
  }

  /** What of one tour's nursery, or item, goes to another; each then takes the cheapest lorry. */
  function* moved(tours: Tour[]): Generator<Tour[]> {
    for (const [from, one] of tours.entries())
      for (const [to, other] of tours.entries()) {
        if (from === to) continue
        const rest = tours.filter((_, at) => at !== from && at !== to)
        const parts = [
          ...loadOf(one.counts).stops.map(stop =>
            one.counts.map((count, at) => (items[at]?.nursery === stop ? count : 0)),
          ),
          ...one.counts.flatMap((count, at) =>
            count > 0 ? [one.counts.map((_, other) => (other === at ? count : 0))] : [],
          ),
        ]
        for (const part of parts) {
          if (isOver()) return
          const given = other.counts.slice()
          const kept = one.counts.slice()
          for (const [at, count] of part.entries()) {
            if (count === 0) continue
            const room = roomFor(at, given, count)
            given[at] = (given[at] ?? 0) + room
            kept[at] = (kept[at] ?? 0) - room
          }
          if (given.every((count, at) => count === other.counts[at])) continue
          const taking = tourOf(given)
          const staying = isEmpty(kept) ? null : tourOf(kept)
          if (taking && (staying || isEmpty(kept))) yield [...rest, taking, ...(staying ? [staying] : [])]
        }
      }
  }

  function* neighbours(tours: Tour[]): Generator<Tour[]> {
    for (let one = 0; one < tours.length; one++)
      for (let other = one + 1; other < tours.length; other++) {
        if (isOver()) return
        const together = tourOf(plus((tours[one] as Tour).counts, (tours[other] as Tour).counts))
        if (together) yield [...tours.filter((_, at) => at !== one && at !== other), together]
      }
    for (let gone = 0; gone < tours.length; gone++) {
      const after = scattered(tours, gone)
      if (after) yield after
    }
    yield* moved(tours)
    // One tour, or two, divided anew.
    for (let one = 0; one < tours.length; one++)
      for (let other = one; other < tours.length; other++) {
        const counts =
          one === other
            ? [...(tours[one] as Tour).counts]
            : plus((tours[one] as Tour).counts, (tours[other] as Tour).counts)
        const left = [...counts]
        const anew = fill(left, at => (counts[at] ?? 0) > 0)
        if (isEmpty(left)) yield [...tours.filter((_, at) => at !== one && at !== other), ...anew]
      }
  }

  function fullness({ counts, vehicle }: Tour): number {
    const { weight, volume } = loadOf(counts)
    const { payload, volume: room } = vehicles[vehicle] as PlannedVehicle
    return Math.max(weight / payload, volume / room)
  }

  function improved(start: Tour[]): Tour[] {
    const sorted = start.toSorted((one, other) => fullness(one) - fullness(other))
    const full = sorted.slice(improvedAtOnce)
    let tours = sorted.slice(0, improvedAtOnce)
    for (let step = 0; step < 60 && !isOver(); step++) {
      const cost = costOf(tours)
      let best: Tour[] | null = null
      let least = cost - perLorry / 2
      for (const after of neighbours(tours)) {
        const now = costOf(after)
        if (now < least) [best, least] = [after, now]
        if (isOver()) break
      }
      if (!best) break
      tours = best
    }
    return [...tours, ...full]
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

  return {
    /** Whether some lorry carries one of it. */
    fits: (at: number) => tourOf(items.map((_, other) => (other === at ? 1 : 0))) !== null,
    /**
     * The cheapest lorries for all items, each of which fits. `groups`: nurseries that could share lorries. What is too
     * much for lorries is left, and counts as dear.
     */
    solve(groups: number[][]): { tours: PlannedTour[]; cost: number; isExact: boolean } {
      if (items.length === 0) return { tours: [], cost: 0, isExact: true }
      const lots = byLots()
      if (lots?.isExact) return { tours: present(lots.tours), cost: costOf(lots.tours), isExact: true }
      const starts: Tour[][] = lots ? [lots.tours] : []
      const all = items.map(({ count }) => count)
      /** The first one has time: it is better than none. */
      const stops = () => (starts.length > 0 ? isOver() : isTooLate())
      const grouped = [...all]
      const ofGroups = groups.flatMap(group => fill(grouped, at => group.includes((items[at] as Item).nursery), stops))
      if (isEmpty(grouped)) starts.push(ofGroups)
      const single = [...all]
      const ofNurseries = [...new Set(items.map(({ nursery }) => nursery))].flatMap(nursery =>
        fill(single, at => (items[at] as Item).nursery === nursery, stops),
      )
      if (isEmpty(single)) starts.push(ofNurseries)
      const together = [...all]
      const ofAll = fill(together, () => true, stops)
      if (isEmpty(together)) starts.push(ofAll)
      if (starts.length === 0) {
        const cost = costOf(ofAll) + together.filter(count => count > 0).length * notPlaced
        return { tours: present(ofAll), cost, isExact: false }
      }
      const results = starts.map(improved)
      const tours = results.reduce((one, other) => (costOf(other) < costOf(one) ? other : one), results[0] ?? [])
      return { tours: present(tours), cost: costOf(tours), isExact: false }
    },
  }
}
