import type { Loading, Tour } from './loading.ts'

/** Ways to divide the plants that are all tried, so that the result is the least; above, they go in larger lots. */
export const mostDivisions = 250_000
/** Lots that are divided in every way. */
const mostLots = 60

/** Equal lots of one item: they are interchangeable, so that a state counts them. */
interface Kind {
  at: number
  size: number
  lots: number
}

interface Lot {
  at: number
  count: number
}

/** What is left of each kind, written as one number with a digit a kind. */
interface States {
  kinds: Kind[]
  radix: number[]
  count: number
  digits(state: number): number[]
}

/** `null`: there are more ways to divide these lots than so many. */
function statesOf(lots: readonly Lot[], mostWays: number): States | null {
  const kinds: Kind[] = []
  for (const { at, count } of lots) {
    const same = kinds.find(kind => kind.at === at && kind.size === count)
    if (same) same.lots++
    else kinds.push({ at, size: count, lots: 1 })
  }
  const radix: number[] = []
  let count = 1
  let divisions = 1
  for (const kind of kinds) {
    radix.push(count)
    count *= kind.lots + 1
    divisions *= ((kind.lots + 1) * (kind.lots + 2)) / 2
    if (divisions > mostWays) return null
  }
  const digits = (state: number) => kinds.map((kind, at) => Math.floor(state / (radix[at] as number)) % (kind.lots + 1))
  return { kinds, radix, count, digits }
}

/** The cheapest lorry that carries all of a state at once, for each state. */
function toursOfStates({ none, tourOf }: Loading, { kinds, count, digits }: States): (Tour | null)[] {
  const tours: (Tour | null)[] = [null]
  for (let state = 1; state < count; state++) {
    const counts = none()
    for (const [at, digit] of digits(state).entries()) {
      const kind = kinds[at] as Kind
      counts[kind.at] = (counts[kind.at] ?? 0) + digit * kind.size
    }
    tours.push(tourOf(counts))
  }
  return tours
}

/** Every part of a state, as a state of its own, that has at least one lot of the state's first kind. */
function* partsOf({ radix, digits }: States, state: number): Generator<number> {
  const have = digits(state)
  const lead = have.findIndex(digit => digit > 0)
  const part = have.map(() => 0)
  part[lead] = 1
  for (;;) {
    yield part.reduce((sum, digit, at) => sum + digit * (radix[at] as number), 0)
    let at = 0
    while (at < part.length && part[at] === have[at]) {
      part[at] = at === lead ? 1 : 0
      at++
    }
    if (at === part.length) return
    part[at] = (part[at] ?? 0) + 1
  }
}

/** Tries every way to divide these lots: the least of all. `null`: too many ways. */
function divideExactly(loading: Loading, lots: readonly Lot[], mostWays: number): Tour[] | null {
  const states = statesOf(lots, mostWays)
  if (!states) return null
  const single = toursOfStates(loading, states)
  const best = new Float64Array(states.count).fill(Number.POSITIVE_INFINITY)
  const taken = new Int32Array(states.count)
  best[0] = 0
  for (let state = 1; state < states.count; state++) {
    for (const part of partsOf(states, state)) {
      const tour = single[part]
      if (!tour) continue
      const cost = tour.cost + (best[state - part] as number)
      if (cost >= (best[state] as number)) continue
      best[state] = cost
      taken[state] = part
    }
  }
  if (best[states.count - 1] === Number.POSITIVE_INFINITY) return null
  const tours: Tour[] = []
  for (let state = states.count - 1; state > 0; state -= taken[state] as number) {
    const tour = single[taken[state] as number]
    if (tour) tours.push(tour)
  }
  return tours
}

/**
 * Divides all items among lorries, with every plant by itself a lot, or with as few lots an item as keep the number of
 * ways below `mostWays`. `null`: there are too many in any case.
 */
export function divideInLots(loading: Loading, mostWays: number): { tours: Tour[]; isExact: boolean } | null {
  const { items } = loading
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
    const tours = divideExactly(loading, lots, mostWays)
    if (tours) return { tours, isExact: most === Number.POSITIVE_INFINITY }
  }
  return null
}
