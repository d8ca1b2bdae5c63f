import { fillLorries } from './fill-lorries.ts'
import { costOf, isEmpty, type Loading, perLorry, type Tour } from './loading.ts'

/** Lorries that are improved at a time: of many, the emptiest. */
const improvedAtOnce = 10

type IsOver = () => boolean

const plus = (one: readonly number[], other: readonly number[]) => one.map((count, at) => count + (other[at] ?? 0))

/** Each of them with itself and with every later one. */
function* pairs(tours: readonly Tour[]): Generator<[Tour, Tour]> {
  for (const [at, one] of tours.entries()) for (const other of tours.slice(at)) yield [one, other]
}

/** The plants of a tour onto others, as far as they take them; `null`: some are left. */
function scattered({ roomFor, tourOf }: Loading, tours: Tour[], gone: number, isOver: IsOver): Tour[] | null {
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

/** A tour's plants by nursery, then by item: what may go to another one. */
function* partsOf({ items, loadOf }: Loading, { counts }: Tour): Generator<number[]> {
  for (const stop of loadOf(counts).stops) yield counts.map((count, at) => (items[at]?.nursery === stop ? count : 0))
  for (const [at, count] of counts.entries()) if (count > 0) yield counts.map((_, other) => (other === at ? count : 0))
}

/** What of one tour's nursery, or item, goes to another; each then takes the cheapest lorry. */
function* moved(loading: Loading, tours: Tour[], isOver: IsOver): Generator<Tour[]> {
  const { roomFor, tourOf } = loading
  for (const [from, one] of tours.entries())
    for (const [to, other] of tours.entries()) {
      if (from === to) continue
      const rest = tours.filter((_, at) => at !== from && at !== to)
      for (const part of partsOf(loading, one)) {
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

/** Two tours in one. */
function* joined({ tourOf }: Loading, tours: Tour[], isOver: IsOver): Generator<Tour[]> {
  for (const [one, other] of pairs(tours)) {
    if (isOver()) return
    const together = one === other ? null : tourOf(plus(one.counts, other.counts))
    if (together) yield [...tours.filter(tour => tour !== one && tour !== other), together]
  }
}

/** One tour, or two, divided anew. */
function* dividedAnew(loading: Loading, tours: Tour[], isOver: IsOver): Generator<Tour[]> {
  for (const [one, other] of pairs(tours)) {
    const counts = one === other ? one.counts : plus(one.counts, other.counts)
    const left = [...counts]
    const anew = fillLorries(loading, left, at => (counts[at] ?? 0) > 0, isOver)
    if (isEmpty(left)) yield [...tours.filter(tour => tour !== one && tour !== other), ...anew]
  }
}

function* neighbours(loading: Loading, tours: Tour[], isOver: IsOver): Generator<Tour[]> {
  yield* joined(loading, tours, isOver)
  if (isOver()) return
  for (const gone of tours.keys()) {
    const after = scattered(loading, tours, gone, isOver)
    if (after) yield after
  }
  yield* moved(loading, tours, isOver)
  yield* dividedAnew(loading, tours, isOver)
}

/** Replaces tours by a neighbour that costs less, as long as there is one and it is not over. */
export function improveTours(loading: Loading, start: readonly Tour[], isOver: IsOver): Tour[] {
  const sorted = start.toSorted((one, other) => loading.fullness(one) - loading.fullness(other))
  const full = sorted.slice(improvedAtOnce)
  let tours = sorted.slice(0, improvedAtOnce)
  for (let step = 0; step < 60 && !isOver(); step++) {
    const cost = costOf(tours)
    let best: Tour[] | null = null
    let least = cost - perLorry / 2
    for (const after of neighbours(loading, tours, isOver)) {
      const now = costOf(after)
      if (now < least) [best, least] = [after, now]
      if (isOver()) break
    }
    if (!best) break
    tours = best
  }
  return [...tours, ...full]
}
