import { inTenths, type PlannedNursery } from './task.ts'

/** More stops are put in order step by step, fewer by trying everything. */
const mostExact = 10

export interface Route {
  km: number
  stops: number[]
}

/** The shortest ways that call at nurseries, in whatever order, and end at the site. */
export function routesAmong(nurseries: PlannedNursery[]) {
  const site = nurseries.length
  const known = new Map<string, Route>()
  const km = (from: number, to: number) => nurseries[from]?.km[to] ?? Number.POSITIVE_INFINITY
  const lengthOf = (stops: number[]) => stops.reduce((sum, stop, at) => sum + km(stop, stops[at + 1] ?? site), 0)

  /** For all sets of these nurseries, by the bits of their places in the list: kilometres, and the first stop. */
  function tableOf(members: number[]) {
    const { length: count } = members
    const size = 1 << count
    const best = new Float64Array(size * count).fill(Number.POSITIVE_INFINITY)
    const next = new Int8Array(size * count).fill(-1)
    const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
    const first = new Int8Array(size).fill(-1)
    for (let set = 1; set < size; set++) {
      for (let from = 0; from < count; from++) {
        if (!(set & (1 << from))) continue
        const rest = set ^ (1 << from)
        const at = set * count + from
        if (rest === 0) best[at] = km(members[from] as number, site)
        else
          for (let to = 0; to < count; to++) {
            if (!(rest & (1 << to))) continue
            const way = km(members[from] as number, members[to] as number) + (best[rest * count + to] as number)
            if (way < (best[at] as number)) {
              best[at] = way
              next[at] = to
            }
          }
        if ((best[at] as number) < (least[set] as number)) {
          least[set] = best[at] as number
          first[set] = from
        }
      }
    }
    return {
      least,
      stopsOf(all: number): number[] {
        const stops: number[] = []
        let set = all
        for (let from = first[set] as number; from >= 0;) {
          stops.push(members[from] as number)
          const to = next[set * count + from] as number
          set ^= 1 << from
          from = to
        }
        return stops
      },
    }
  }

  /** Each next stop where it is least out of the way, then turned around in parts while that is shorter. */
  function stepByStep(members: number[]): number[] {
    let stops: number[] = []
    for (const member of members) {
      const tries = Array.from({ length: stops.length + 1 }, (_, at) => stops.toSpliced(at, 0, member))
      stops = tries.reduce((one, other) => (lengthOf(other) < lengthOf(one) ? other : one))
    }
    for (let isBetter = true; isBetter;) {
      isBetter = false
      for (let from = 0; from < stops.length; from++)
        for (let to = from + 2; to <= stops.length; to++) {
          const turned = [...stops.slice(0, from), ...stops.slice(from, to).toReversed(), ...stops.slice(to)]
          if (lengthOf(turned) < lengthOf(stops) - 1e-9) [stops, isBetter] = [turned, true]
        }
    }
    return stops
  }

  return {
    tableOf,
    of(members: number[]): Route {
      const sorted = members.toSorted((one, other) => one - other)
      const key = sorted.join(' ')
      const before = known.get(key)
      if (before) return before
      const stops = sorted.length <= mostExact ? tableOf(sorted).stopsOf((1 << sorted.length) - 1) : stepByStep(sorted)
      const route = { km: inTenths(lengthOf(stops)), stops }
      known.set(key, route)
      return route
    },
  }
}

export type Routes = ReturnType<typeof routesAmong>
