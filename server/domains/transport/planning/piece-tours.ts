// Lorries for plants that are chosen: which piece goes with which lorry.
import { divideInLots, mostDivisions } from './divide-in-lots.ts'
import { fillLorries, mostTours } from './fill-lorries.ts'
import { improveTours } from './improve-tours.ts'
import { costOf, isEmpty, type Item, loadingOf, type Tour } from './loading.ts'
import type { Fleet } from './may-call.ts'
import type { PlannedTour } from './task.ts'

/** Rubles that stand for plants of a line that no lorry takes. */
export const notPlaced = 1e10

interface Stops {
  /** Nothing is improved any more. */
  isOver?: () => boolean
  /** Not even a first division is finished: what is left is not placed. */
  isTooLate?: () => boolean
  /** Ways to divide the plants that are all tried. */
  mostWays?: number
}

/**
 * The cheapest lorries for all items, each of which fits into one. `spent`: rubles for plants, by nursery. `groups`:
 * nurseries that could share lorries. What is too much for lorries is left, and counts as dear.
 */
export function pieceTours(
  fleet: Fleet,
  items: Item[],
  spent: readonly number[],
  groups: number[][],
  { isOver = () => false, isTooLate = () => false, mostWays = mostDivisions }: Stops = {},
): { tours: PlannedTour[]; cost: number; isExact: boolean } {
  if (items.length === 0) return { tours: [], cost: 0, isExact: true }
  const loading = loadingOf(fleet, items, spent)
  const lots = divideInLots(loading, mostWays)
  if (lots?.isExact) return { tours: loading.present(lots.tours), cost: costOf(lots.tours), isExact: true }

  const starts: Tour[][] = lots ? [lots.tours] : []
  /** Fills lorries for one set of nurseries after the other. */
  function start(sets: ((nursery: number) => boolean)[]): { tours: Tour[]; left: number[] } {
    const left = items.map(({ count }) => count)
    // The first one has time: it is better than none.
    const stops = () => (starts.length > 0 ? isOver() : isTooLate())
    const tours: Tour[] = []
    for (const isIn of sets)
      tours.push(
        ...fillLorries(loading, left, at => isIn((items[at] as Item).nursery), stops, mostTours - tours.length),
      )
    if (isEmpty(left)) starts.push(tours)
    return { tours, left }
  }
  start(groups.map(group => nursery => group.includes(nursery)))
  start([...new Set(items.map(({ nursery }) => nursery))].map(one => nursery => nursery === one))
  const together = start([() => true])
  if (starts.length === 0) {
    const cost = costOf(together.tours) + together.left.filter(count => count > 0).length * notPlaced
    return { tours: loading.present(together.tours), cost, isExact: false }
  }
  const results = starts.map(tours => improveTours(loading, tours, isOver))
  const tours = results.reduce((one, other) => (costOf(other) < costOf(one) ? other : one))
  return { tours: loading.present(tours), cost: costOf(tours), isExact: false }
}
