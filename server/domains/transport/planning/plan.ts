// Which offer for each line, and which lorries: together, so that plants and transport cost least.
import { type Assigned, type Choices, choicesOf, noPicks, type Picks } from './choices.ts'
import { mostDivisions } from './divide-in-lots.ts'
import { improveChoice } from './improve-choice.ts'
import { bestSets } from './nursery-sets.ts'
import { pieceTours } from './piece-tours.ts'
import { leastGain, type Plan, type PlannedTour, type PlanningTask } from './task.ts'

/** How many of the best sets of nurseries are improved line by line, and of the results divided among lorries. */
const improvedSets = 16
const dividedPlans = 8
/** Choices that are all tried, each with its lorries: then the result is the least. */
const mostTried = 3000
/** Shares of the time in which sets of nurseries are looked for, and then improved; lorries are filled in the rest. */
const shares = { sets: 0.4, improving: 0.35 }
/** Rubles a kilogram and a cubic metre by which loading counts where dearer plants that are lighter are looked for. */
const surcharges = [
  [2, 0],
  [0, 500],
  [5, 1500],
] as const

export interface PlanningLimits {
  /** Milliseconds in which a plan is ready, even if a better one could be found. */
  time: number
  /** Choices, and divisions among lorries, that are all tried. */
  mostTried: number
  mostWays: number
}
/** Milliseconds that a first division has beyond that. */
const grace = 2000
const usual: PlanningLimits = { time: 1200, mostTried, mostWays: mostDivisions }

/** A choice with its lorries, piece by piece. */
interface Divided extends Assigned {
  tours: PlannedTour[]
  isExact: boolean
}

const deadline = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  return () => performance.now() > until
}

/** Every choice, in so many ways at most, that the stocks allow; the cheapest plants first. `null`: too many. */
function everyChoice({ options, stock, plantsOf }: Choices, most: number): { picks: Picks; plants: number }[] | null {
  const waysOf = options.map(({ length }, line) => Math.max(1, length + Number(stock.mayMiss(line))))
  const ways = waysOf.reduce((all, own) => all * own, 1)
  if (ways > most) return null
  return Array.from({ length: ways }, (_, way) => {
    let rest = way
    const picks = Int32Array.from(options, ({ length }, line) => {
      const own = waysOf[line] ?? 1
      const pick = rest % own
      rest = Math.floor(rest / own)
      return pick < length ? pick : -1
    })
    return { picks, plants: plantsOf(picks) }
  })
    .filter(({ picks }) => stock.fits(picks))
    .toSorted((one, other) => one.plants - other.plants)
}

/** Choices that may be the best, the most promising first. */
function promisingChoices(choices: Choices, time: number): Assigned[] {
  const sets = bestSets(choices, deadline(time * shares.sets))
  const isOver = deadline(time * shares.improving)
  const found: Assigned[] = []
  for (const set of sets.slice(0, improvedSets)) {
    found.push(set)
    if (!isOver()) found.push(improveChoice(set, choices, isOver))
    for (const [perKg, perM3] of surcharges) {
      if (isOver()) break
      const isOpen = (nursery: number | null) => nursery === null || set.open.has(nursery)
      found.push(choices.withLorries(choices.cheapestAmong(isOpen, perKg, perM3)))
    }
  }
  return found.toSorted((one, other) => one.cost - other.cost)
}

export function plan(task: PlanningTask, limits: Partial<PlanningLimits> = {}): Plan {
  const { time, mostTried: most, mostWays } = { ...usual, ...(task.time ? { time: task.time } : {}), ...limits }
  const [isOver, isTooLate] = [deadline(time), deadline(time + grace)]
  const choices = choicesOf(task)

  function divided(picks: Picks): Divided {
    const { items, spent } = choices.loadedOf(picks)
    const { groups } = choices.lorriesOf(picks)
    const stops = { isOver, isTooLate, mostWays }
    const { tours, cost, isExact } = pieceTours(choices.fleet, items, spent, groups, stops)
    return { picks, tours, cost: choices.plantsOf(picks) + cost, isExact }
  }

  let best: Divided | null = null
  const all = everyChoice(choices, most)
  if (all) {
    let isExact = true
    for (const { picks, plants } of all) {
      if (best && plants >= best.cost) break
      if (best && isOver()) {
        isExact = false
        break
      }
      const now = divided(picks)
      isExact &&= now.isExact
      if (!best || now.cost < best.cost - leastGain) best = now
    }
    if (best) return choices.planOf(best.picks, best.tours, !isExact)
  }

  const seen = new Set<string>()
  for (const { picks } of promisingChoices(choices, time)) {
    const key = picks.join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    if (best && (seen.size > dividedPlans || isOver())) break
    const now = divided(picks)
    if (!best || now.cost < best.cost - leastGain) best = now
  }
  return best ? choices.planOf(best.picks, best.tours, true) : choices.planOf(noPicks(task), [], false)
}
