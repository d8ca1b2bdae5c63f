import { fillLorries } from './fill-lorries.ts'
import { costOf, isEmpty, type Loading, perLorry, type Tour } from './loading.ts'

/** Lorries that are improved at a time: of many, the emptiest. */
const improvedAtOnce = 10

type IsOver = () => boolean

const plus = (one: readonly number[], other: readonly number[]) => one.map((count, at) => count + (other[at] ?? 0))

/** Each of so many with itself and with every later one, by their places: several tours may be one object. */
function* pairs(count: number): Generator<[number, number]> {
  for (let one = 0; one < count; one++) for (let other = one; other < count; other++) yield [one, other]
}

const countsOf = (tours: readonly Tour[], at: number) => tours[at]?.counts ?? []
const without = (tours: readonly Tour[], ...gone: number[]) => tours.filter((_, at) => !gone.includes(at))

/** The plants of a tour onto others, as far as they take them; `null`: some are left. */
function scattered({ roomFor, tourOf }: Loading, tours: Tour[], gone: number, isOver: IsOver): Tour[] | null {
  const left = [...(tours[gone]?.counts ?? [])]
  const others = without(tours, gone).map(({ counts }) => [...counts])
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
      const rest = without(tours, from, to)
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
  for (const [one, other] of pairs(tours.length)) {
    if (isOver()) return
    const together = one === other ? null : tourOf(plus(countsOf(tours, one), countsOf(tours, other)))
    if (together) yield [...without(tours, one, other), together]
  }
}

/** One tour, or two, divided anew. */
function* dividedAnew(loading: Loading, tours: Tour[], isOver: IsOver): Generator<Tour[]> {
  for (const [one, other] of pairs(tours.length)) {
    const own = countsOf(tours, one)
    const counts = one === other ? own : plus(own, countsOf(tours, other))
    const left = [...counts]
    const anew = fillLorries(loading, left, at => (counts[at] ?? 0) > 0, isOver)
    if (isEmpty(left)) yield [...without(tours, one, other), ...anew]
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
