// Which nurseries to buy from: sets of them, each with the cheapest offers that it has.
import type { Assigned, Choices } from './choices.ts'
import { mostJoined } from './pooled-tours.ts'
import { leastGain } from './task.ts'

/** A set of nurseries, with the cheapest choice among their offers. */
export interface NurserySet extends Assigned {
  open: ReadonlySet<number>
}

/** So many sets are remembered; of more, the best. */
const mostSets = 400
const remembered = 100

/** Nurseries to begin with: the cheapest of each line, those that offer most lines, the nearest, and the nearest of these. */
function* startingSets(offered: number[], { cheapestAmong, nurseriesOf, options, fleet }: Choices) {
  yield new Set(nurseriesOf(cheapestAmong(() => true)))
  const cover = (rank: (nursery: number, lines: number) => number) => {
    const open = new Set<number>()
    let left = options.filter(ofLine => ofLine.some(({ nursery }) => nursery !== null))
    while (left.length > 0) {
      const [best] = offered
        .map(nursery => ({ nursery, lines: left.filter(ofLine => ofLine.some(one => one.nursery === nursery)).length }))
        .filter(one => one.lines > 0)
        .toSorted((one, other) => rank(one.nursery, one.lines) - rank(other.nursery, other.lines))
      if (!best) break
      open.add(best.nursery)
      left = left.filter(ofLine => !ofLine.some(one => one.nursery === best.nursery))
    }
    return open
  }
  const kmOf = (nursery: number) => fleet.routes.of([nursery]).km
  yield cover((_, count) => -count)
  yield cover(nursery => kmOf(nursery))
  yield cover((nursery, count) => (kmOf(nursery) + 50) / count)
}

/** Sets with one nursery more, or fewer, or another one instead. */
function neighboursOf(open: ReadonlySet<number>, offered: readonly number[]): Set<number>[] {
  const without = (gone: number) => [...open].filter(one => one !== gone)
  return [
    ...offered.map(one => new Set(open.has(one) ? without(one) : [...open, one])),
    ...[...open].flatMap(gone => offered.filter(one => !open.has(one)).map(one => new Set([...without(gone), one]))),
  ]
}

/** The best sets of nurseries that are found in time, the cheapest first: of few nurseries, every set is tried. */
export function bestSets(choices: Choices, isOver: () => boolean): NurserySet[] {
  const offered = [...new Set(choices.options.flatMap(ofLine => ofLine.flatMap(({ nursery }) => nursery ?? [])))]
  const tried = new Set<string>()
  const sets: NurserySet[] = []
  /** What the set costs; infinite if it has been tried before. */
  function tryOpen(open: ReadonlySet<number>): number {
    const key = [...open].toSorted((a, b) => a - b).join(' ')
    if (tried.has(key)) return Number.POSITIVE_INFINITY
    tried.add(key)
    const picks = choices.cheapestAmong(nursery => nursery === null || open.has(nursery))
    const found = choices.withLorries(picks)
    sets.push({ open, ...found })
    if (sets.length > mostSets) {
      sets.sort((one, other) => one.cost - other.cost)
      sets.length = remembered
    }
    return found.cost
  }
  function descend(start: ReadonlySet<number>): void {
    let open = start
    let cost = tryOpen(open)
    while (!isOver()) {
      let best: ReadonlySet<number> | null = null
      for (const after of neighboursOf(open, offered)) {
        if (isOver()) break
        const now = tryOpen(after)
        if (now < cost - leastGain) [best, cost] = [after, now]
      }
      if (!best) break
      open = best
    }
  }
  if (offered.length <= mostJoined) {
    for (let set = (1 << offered.length) - 1; set > 0; set--) {
      tryOpen(new Set(offered.filter((_, at) => set & (1 << at))))
      if (isOver()) break
    }
  } else for (const start of startingSets(offered, choices)) descend(start)
  return sets.toSorted((one, other) => one.cost - other.cost)
}
