import type { Item } from './loading.ts'
// What each choice of offers costs, with lorries by their sums.
import { mayCall, type Fleet } from './may-call.ts'
import { notPlaced } from './piece-tours.ts'
import { pooledTours, type Sums } from './pooled-tours.ts'
import { routesAmong } from './routes.ts'
import { sharedStock } from './shared-stock.ts'
import type { Plan, PlannedChoice, PlannedTour, PlanningTask, UnplacedReason } from './task.ts'

/** Rubles that stand for what must not be: a line without an offer, a later one, one without a price, that no lorry takes. */
const never = { missing: 1e13, later: 1e12, unpriced: 1e11, unplaced: notPlaced } as const
/** Sets of nurseries whose lorries are remembered. */
const mostPooled = 5000

/** An offer for a line, as plans count with it. */
export interface Option {
  /** Its place among the line's choices. */
  at: number
  nursery: number | null
  /** Rubles for plants, and for what must not be. */
  cost: number
  spent: number
  weight: number
  volume: number
  length: number
  isLoaded: boolean
}

/** The choice of each line, by its place; -1: none. */
export type Picks = Int32Array

export interface Assigned {
  picks: Picks
  cost: number
}

export type Choices = ReturnType<typeof choicesOf>

export const noPicks = ({ lines }: PlanningTask): Picks => new Int32Array(lines.length).fill(-1)

export function choicesOf(task: PlanningTask) {
  const { nurseries, vehicles, lines } = task
  const fleet: Fleet = { nurseries, vehicles, routes: routesAmong(nurseries) }
  const stock = sharedStock(task)
  const callingAlone = nurseries.map((_, nursery) => {
    const { km } = fleet.routes.of([nursery])
    return vehicles.filter(one => mayCall(fleet, one, [nursery], km))
  })

  function unplacedReason(
    { nursery, weight, volume, length }: PlannedChoice,
    count: number | null,
  ): UnplacedReason | null {
    if (count === null) return 'no_quantity'
    if (nursery === null) return 'no_place'
    if (weight === null || volume === null) return 'no_weight'
    const calling = callingAlone[nursery] ?? []
    if (calling.length === 0) return 'no_vehicle'
    const fits = calling.some(one => weight <= one.payload && volume <= one.volume && length <= one.length)
    return fits ? null : 'does_not_fit'
  }

  function optionOf(choice: PlannedChoice, at: number, count: number | null): Option {
    const isLoaded = unplacedReason(choice, count) === null
    const spent = choice.price ?? 0
    // A quantity that nobody knows is no fault of an offer.
    const isOut = !isLoaded && count !== null
    return {
      at,
      nursery: choice.nursery,
      cost:
        spent +
        (choice.price === null ? never.unpriced : 0) +
        (choice.isLater ? never.later : 0) +
        (isOut ? never.unplaced : 0),
      spent,
      weight: isLoaded ? (choice.weight ?? 0) * (count ?? 0) : 0,
      volume: isLoaded ? (choice.volume ?? 0) * (count ?? 0) : 0,
      length: isLoaded ? choice.length : 0,
      isLoaded,
    }
  }

  const options = lines.map(({ count, choices }) => choices.map((choice, at) => optionOf(choice, at, count)))

  /** A line that is offered and left out costs more than anything: its plants are missing, not free. */
  const costOf = (line: number, pick: number) =>
    options[line]?.[pick]?.cost ?? ((options[line]?.length ?? 0) > 0 ? never.missing : 0)
  const plantsOf = (picks: Picks) => picks.reduce((sum, pick, line) => sum + costOf(line, pick), 0)

  /** The nurseries of a choice, in their order. */
  const nurseriesOf = (picks: Picks) =>
    [...new Set([...picks].flatMap((pick, line) => options[line]?.[pick]?.nursery ?? []))].toSorted((a, b) => a - b)

  /** What each of these nurseries loads. */
  function sumsOf(picks: Picks, open: readonly number[]): Sums[] {
    const sums: Sums[] = open.map(() => ({ weight: 0, volume: 0, length: 0, spent: 0 }))
    for (const [line, pick] of picks.entries()) {
      const option = options[line]?.[pick]
      if (!option || option.nursery === null) continue
      const sum = sums[open.indexOf(option.nursery)]
      if (!sum) continue
      sum.weight += option.weight
      sum.volume += option.volume
      sum.spent += option.spent
      sum.length = Math.max(sum.length, option.length)
    }
    return sums
  }

  const pooled = new Map<string, ReturnType<typeof pooledTours>>()
  /** What lorries cost about, from such sums of these nurseries. */
  function lorriesFor(open: number[]): ReturnType<typeof pooledTours> {
    const key = open.join(' ')
    const found = pooled.get(key) ?? pooledTours(fleet, open)
    if (pooled.size < mostPooled) pooled.set(key, found)
    return found
  }
  function lorriesOf(picks: Picks) {
    const open = nurseriesOf(picks)
    return lorriesFor(open)(sumsOf(picks, open))
  }

  return {
    ...{ fleet, stock, options, plantsOf, nurseriesOf, sumsOf, lorriesFor, lorriesOf },

    withLorries: (picks: Picks): Assigned => ({ picks, cost: plantsOf(picks) + lorriesOf(picks).cost }),

    /** Of these nurseries, the cheapest offer of each line. `perKg`, `perM3`: rubles that loading it counts for. */
    cheapestAmong(isOpen: (nursery: number | null) => boolean, perKg = 0, perM3 = 0): Picks {
      const asked = ({ cost, weight, volume }: Option) => cost + weight * perKg + volume * perM3
      const picks = Int32Array.from(options, ofLine => {
        let best = -1
        let least = Number.POSITIVE_INFINITY
        for (const option of ofLine) {
          if (!isOpen(option.nursery)) continue
          if (asked(option) < least) [best, least] = [option.at, asked(option)]
        }
        return best
      })
      stock.divide(picks, (line, pick) => {
        const option = options[line]?.[pick]
        return option && isOpen(option.nursery) ? asked(option) : null
      })
      return picks
    },

    /** The plants of a choice that lorries load, and rubles for plants by nursery. */
    loadedOf(picks: Picks): { items: Item[]; spent: number[] } {
      const spent = nurseries.map(() => 0)
      const items: Item[] = []
      for (const [line, pick] of picks.entries()) {
        const option = options[line]?.[pick]
        const choice = lines[line]?.choices[pick]
        if (!option || !choice || option.nursery === null) continue
        spent[option.nursery] = (spent[option.nursery] ?? 0) + option.spent
        const { count = null } = lines[line] ?? {}
        if (!option.isLoaded || count === null || count === 0) continue
        items.push({
          line,
          nursery: option.nursery,
          count,
          weight: choice.weight ?? 0,
          volume: choice.volume ?? 0,
          length: choice.length,
        })
      }
      return { items, spent }
    },

    /** The plan for a choice and its lorries, with what they leave and why. */
    planOf(picks: Picks, tours: PlannedTour[], isApproximate: boolean): Plan {
      const loaded = new Map<number, number>()
      for (const { loads } of tours)
        for (const { line, count } of loads) loaded.set(line, (loaded.get(line) ?? 0) + count)
      const unplaced: Plan['unplaced'] = []
      for (const [line, pick] of picks.entries()) {
        const { count = null, choices = [] } = lines[line] ?? {}
        const choice = choices[pick]
        if (!choice || count === 0) continue
        const reason = unplacedReason(choice, count)
        if (reason) unplaced.push({ line, count, reason })
        else if (count !== null && (loaded.get(line) ?? 0) < count)
          unplaced.push({ line, count: count - (loaded.get(line) ?? 0), reason: 'too_much' })
      }
      return { chosen: [...picks].map(pick => (pick < 0 ? null : pick)), tours, unplaced, isApproximate }
    },
  }
}
