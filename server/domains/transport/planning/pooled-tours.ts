// What lorries cost about, from the sums of what each nursery loads: fast, for trying many choices of offers.
import { isFreeFor, mayCall } from './may-call.ts'
import type { Routes } from './routes.ts'
import { type PlannedNursery, type PlannedVehicle, priceOf, slack } from './task.ts'

/** Sums of a nursery's plants. */
export interface Sums {
  weight: number
  volume: number
  length: number
  /** Rubles for its plants. */
  spent: number
}

interface Lorry extends PlannedVehicle {
  cost: number
  /** What it costs where its nursery delivers free of charge. */
  isOwn: boolean
}

/** More nurseries are joined two by two, fewer in every way. */
export const mostJoined = 10

/** The least for lorries of these kinds, any number of each, that carry so much together. */
function fleetCost(lorries: readonly Lorry[], weight: number, volume: number, length: number): number {
  let best = Number.POSITIVE_INFINITY
  let bulk: Lorry | null = null
  let bulkRate = Number.POSITIVE_INFINITY
  for (const lorry of lorries) {
    if (lorry.length + slack < length) continue
    if (weight <= lorry.payload + slack && volume <= lorry.volume + slack) best = Math.min(best, lorry.cost)
    const needed = Math.max(weight / lorry.payload, volume / lorry.volume)
    if (lorry.cost * needed < bulkRate) {
      bulkRate = lorry.cost * needed
      bulk = lorry
    }
  }
  if (!bulk || best <= bulkRate + slack) return best
  // Full ones of the kind that carries for least, then the last few in every way.
  const needed = Math.max(weight / bulk.payload, volume / bulk.volume)
  const whole = Math.max(0, Math.floor(needed) - 2)
  const rest = fewest(
    lorries,
    weight - whole * bulk.payload,
    volume - whole * bulk.volume,
    length,
    best - whole * bulk.cost,
  )
  return Math.min(best, whole * bulk.cost + rest)
}

function fewest(lorries: readonly Lorry[], weight: number, volume: number, length: number, below: number): number {
  if (weight <= slack && volume <= slack) return 0
  let best = below
  for (const lorry of lorries) {
    if (lorry.length + slack < length || lorry.cost >= best) continue
    const left = fewest(lorries, weight - lorry.payload, volume - lorry.volume, length, best - lorry.cost)
    best = Math.min(best, lorry.cost + left)
  }
  return best
}

export interface Pooled {
  cost: number
  /** Places in the list of open nurseries that share lorries. */
  groups: number[][]
}

/** For these nurseries: what their lorries cost for any sums. */
export function pooledTours(
  fleet: { nurseries: PlannedNursery[]; vehicles: PlannedVehicle[]; routes: Routes },
  open: number[],
) {
  const { nurseries, vehicles, routes } = fleet
  const { length: count } = open
  const isJoined = count <= mostJoined
  const size = isJoined ? 1 << count : 0
  const table = isJoined ? routes.tableOf(open) : null
  const lorriesOf = (stops: number[], km: number): Lorry[] =>
    vehicles
      .filter(one => mayCall(fleet, one, stops, km))
      .map(one => ({ ...one, cost: priceOf(one, km), isOwn: one.owner !== null }))
      .toSorted((one, other) => other.payload - one.payload)
  const kinds: Lorry[][] = Array.from({ length: size }, (_, set) =>
    set === 0 || !table
      ? []
      : lorriesOf(
          open.filter((_nursery, at) => set & (1 << at)),
          table.least[set] ?? 0,
        ),
  )

  const withFree = (lorries: Lorry[], spent: readonly number[]) =>
    lorries.some(({ isOwn }) => isOwn)
      ? lorries.map(one => (isFreeFor({ nurseries }, one, spent) ? { ...one, cost: 0 } : one))
      : lorries

  function groupCost(lorries: Lorry[], members: number[], sums: readonly Sums[], spent: readonly number[]): number {
    let [weight, volume, length] = [0, 0, 0]
    for (const at of members) {
      const one = sums[at] as Sums
      weight += one.weight
      volume += one.volume
      length = Math.max(length, one.length)
    }
    return fleetCost(members.length === 1 ? withFree(lorries, spent) : lorries, weight, volume, length)
  }

  /** `sums`: by place in the list of open nurseries; those that load nothing cost nothing. */
  return (sums: readonly Sums[]): Pooled => {
    const loading = sums.flatMap((one, at) => (one.weight > 0 || one.volume > 0 ? [at] : []))
    const spent: number[] = []
    for (const [at, nursery] of open.entries()) spent[nursery] = sums[at]?.spent ?? 0
    if (!isJoined) return byPairs(loading, sums, spent)
    const all = loading.reduce((set, at) => set | (1 << at), 0)
    const alone = new Float64Array(size).fill(-1)
    const best = new Float64Array(size)
    const first = new Int32Array(size)
    const costOf = (set: number) => {
      const known = alone[set] as number
      if (known >= 0) return known
      const members = loading.filter(at => set & (1 << at))
      const cost = groupCost(kinds[set] ?? [], members, sums, spent)
      alone[set] = cost
      return cost
    }
    for (let set = 1; set <= all; set++) {
      if ((set & all) !== set) continue
      const low = set & -set
      const others = set ^ low
      best[set] = Number.POSITIVE_INFINITY
      for (let part = others; ; part = (part - 1) & others) {
        const group = part | low
        const cost = costOf(group) + (best[set ^ group] as number)
        if (cost < (best[set] as number)) {
          best[set] = cost
          first[set] = group
        }
        if (part === 0) break
      }
    }
    const groups: number[][] = []
    for (let set = all; set > 0 && (first[set] as number) > 0; set ^= first[set] as number)
      groups.push(open.filter((_, at) => (first[set] as number) & (1 << at)))
    return { cost: best[all] as number, groups }
  }

  function byPairs(loading: number[], sums: readonly Sums[], spent: readonly number[]): Pooled {
    const priced = (members: number[]) => {
      const stops = members.map(at => open[at] as number)
      return { members, cost: groupCost(lorriesOf(stops, routes.of(stops).km), members, sums, spent) }
    }
    let groups = loading.map(at => priced([at]))
    for (let isBetter = true; isBetter && groups.length > 1;) {
      isBetter = false
      let best: { gain: number; one: number; other: number; joined: ReturnType<typeof priced> } | null = null
      for (let one = 0; one < groups.length; one++)
        for (let other = one + 1; other < groups.length; other++) {
          const [left, right] = [groups[one], groups[other]]
          if (!left || !right) continue
          const joined = priced([...left.members, ...right.members])
          const gain = left.cost + right.cost - joined.cost
          if (gain > (best?.gain ?? slack)) best = { gain, one, other, joined }
        }
      if (best) {
        const { one, other, joined } = best
        groups = [...groups.filter((_, at) => at !== one && at !== other), joined]
        isBetter = true
      }
    }
    return {
      cost: groups.reduce((sum, { cost }) => sum + cost, 0),
      groups: groups.map(({ members }) => members.map(at => open[at] as number)),
    }
  }
}
