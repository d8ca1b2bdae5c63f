// Which offer for each line, and which lorries: together, so that plants and transport cost least.
import { type Item, mayCall, mostDivisions, notPlaced, pieceTours } from './piece-tours.ts'
import { mostJoined, pooledTours, type Sums } from './pooled-tours.ts'
import { routesAmong } from './routes.ts'
import { sharedStock } from './shared-stock.ts'
import type { Plan, PlannedChoice, PlannedTour, PlanningTask, UnplacedReason } from './task.ts'

/** Rubles that stand for what must not be: a line without an offer, a later one, one without a price, that no lorry takes. */
const never = { missing: 1e13, later: 1e12, unpriced: 1e11, unplaced: notPlaced } as const
/** How many of the best sets of nurseries are improved line by line, and of the results divided among lorries. */
const improvedSets = 16
const dividedPlans = 8
/** Choices that are all tried, each with its lorries: then the result is the least. */
const mostTried = 3000

interface Assigned {
  /** The choice of each line, by its place. */
  picks: Int32Array
  cost: number
}

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

export function plan(task: PlanningTask, limits: Partial<PlanningLimits> = {}): Plan {
  const { nurseries, vehicles, lines } = task
  const { time, mostTried: most, mostWays } = { ...usual, ...(task.time ? { time: task.time } : {}), ...limits }
  const until = performance.now() + time
  const isOver = () => performance.now() > until
  const isTooLate = () => performance.now() > until + grace
  const routes = routesAmong(nurseries)
  const fleet = { nurseries, vehicles, routes }
  const stock = sharedStock(task)

  const aloneFits = nurseries.map((_, nursery) => {
    const { km } = routes.of([nursery])
    return vehicles.filter(one => mayCall(fleet, one, [nursery], km))
  })

  function unplacedReason(
    { nursery, weight, volume, length }: PlannedChoice,
    count: number | null,
  ): UnplacedReason | null {
    if (count === null) return 'no_quantity'
    if (nursery === null) return 'no_place'
    if (weight === null || volume === null) return 'no_weight'
    const calling = aloneFits[nursery] ?? []
    if (calling.length === 0) return 'no_vehicle'
    const fits = calling.some(one => weight <= one.payload && volume <= one.volume && length <= one.length)
    return fits ? null : 'does_not_fit'
  }

  interface Option {
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
  const options: Option[][] = lines.map(({ count, choices }) =>
    choices.map((choice, at) => {
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
    }),
  )

  /** The lorries of a choice, exactly: piece by piece. */
  function divided(picks: Int32Array, groups: number[][]) {
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
    return pieceTours(fleet, items, spent, { isOver, isTooLate, mostWays }).solve(groups)
  }

  /** A line that is offered and left out costs more than anything: its plants are missing, not free. */
  const costOf = (line: number, pick: number) =>
    options[line]?.[pick]?.cost ?? ((options[line]?.length ?? 0) > 0 ? never.missing : 0)
  const plantsOf = (picks: Int32Array) => picks.reduce((sum, pick, line) => sum + costOf(line, pick), 0)

  function answer(picks: Int32Array, tours: PlannedTour[], isApproximate: boolean): Plan {
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
        unplaced.push({ line, count: count - (loaded.get(line) ?? 0), reason: 'no_vehicle' })
    }
    return { chosen: [...picks].map(pick => (pick < 0 ? null : pick)), tours, unplaced, isApproximate }
  }

  // Small enough to try everything.
  const waysOf = options.map(({ length }, line) => Math.max(1, length + Number(stock.mayMiss(line))))
  const ways = waysOf.reduce((all, own) => all * own, 1)
  const picksOf = (way: number) => {
    let rest = way
    return Int32Array.from(options, ({ length }, line) => {
      const own = waysOf[line] ?? 1
      const pick = rest % own
      rest = Math.floor(rest / own)
      return pick < length ? pick : -1
    })
  }
  const wholeSums = (picks: Int32Array, open: number[]): Sums[] => {
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
  const openOf = (picks: Int32Array) =>
    [...new Set([...picks].flatMap((pick, line) => options[line]?.[pick]?.nursery ?? []))].toSorted((a, b) => a - b)
  const pooled = new Map<string, ReturnType<typeof pooledTours>>()
  const pooledFor = (open: number[]) => {
    const key = open.join(' ')
    const found = pooled.get(key) ?? pooledTours(fleet, open)
    if (pooled.size < 5000) pooled.set(key, found)
    return found
  }
  const groupsOf = (picks: Int32Array) => {
    const open = openOf(picks)
    return pooledFor(open)(wholeSums(picks, open)).groups
  }

  if (ways <= most) {
    let best: { cost: number; picks: Int32Array; tours: PlannedTour[] } | null = null
    let isExact = true
    const all = Array.from({ length: ways }, (_, way) => {
      const picks = picksOf(way)
      return { picks, plants: plantsOf(picks) }
    })
      .filter(({ picks }) => stock.fits(picks))
      .toSorted((one, other) => one.plants - other.plants)
    for (const { picks, plants } of all) {
      if (best && plants >= best.cost) break
      if (best && isOver()) {
        isExact = false
        break
      }
      const solved = divided(picks, groupsOf(picks))
      isExact &&= solved.isExact
      if (!best || plants + solved.cost < best.cost - 0.005)
        best = { cost: plants + solved.cost, picks, tours: solved.tours }
    }
    if (best) return answer(best.picks, best.tours, !isExact)
  }

  /** Of these nurseries, the cheapest offer of each line. `perKg`, `perM3`: rubles that loading it counts for. */
  function cheapestAmong(isOpen: (nursery: number | null) => boolean, perKg = 0, perM3 = 0): Assigned {
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
    return { picks, cost: plantsOf(picks) }
  }

  const withLorries = ({ picks, cost }: Assigned): Assigned => {
    const open = openOf(picks)
    return { picks, cost: cost + pooledFor(open)(wholeSums(picks, open)).cost }
  }

  const offered = [...new Set(options.flatMap(ofLine => ofLine.flatMap(({ nursery }) => nursery ?? [])))]
  const tried = new Set<string>()
  const sets: { open: Set<number>; cost: number; picks: Int32Array }[] = []
  function tryOpen(open: Set<number>): number {
    const key = [...open].toSorted((a, b) => a - b).join(' ')
    if (tried.has(key)) return Number.POSITIVE_INFINITY
    tried.add(key)
    const found = withLorries(cheapestAmong(nursery => nursery === null || open.has(nursery)))
    sets.push({ open, ...found })
    if (sets.length > 400) {
      sets.sort((one, other) => one.cost - other.cost)
      sets.length = 100
    }
    return found.cost
  }
  const setTime = performance.now() + time * 0.4
  if (offered.length <= mostJoined) {
    for (let set = (1 << offered.length) - 1; set > 0; set--) {
      tryOpen(new Set(offered.filter((_, at) => set & (1 << at))))
      if (performance.now() > setTime) break
    }
  } else {
    for (const start of startingSets(offered)) {
      let open = start
      let cost = tryOpen(open)
      while (performance.now() < setTime) {
        const near = [
          ...offered.map(one =>
            open.has(one) ? new Set([...open].filter(other => other !== one)) : new Set([...open, one]),
          ),
          ...[...open].flatMap(gone =>
            offered
              .filter(one => !open.has(one))
              .map(one => new Set([...open].filter(other => other !== gone).concat(one))),
          ),
        ]
        let best: Set<number> | null = null
        for (const after of near) {
          if (performance.now() > setTime) break
          const now = tryOpen(after)
          if (now < cost - 0.005) [best, cost] = [after, now]
        }
        if (!best) break
        open = best
      }
    }
  }

  /** Nurseries to begin with: the cheapest of each line, those that offer most lines, the nearest. */
  function* startingSets(all: number[]): Generator<Set<number>> {
    yield new Set(openOf(cheapestAmong(() => true).picks))
    const cover = (rank: (nursery: number, lines: number) => number) => {
      const open = new Set<number>()
      let left = options.filter(ofLine => ofLine.some(({ nursery }) => nursery !== null))
      while (left.length > 0) {
        const [best] = all
          .map(nursery => ({
            nursery,
            lines: left.filter(ofLine => ofLine.some(one => one.nursery === nursery)).length,
          }))
          .filter(one => one.lines > 0)
          .toSorted((one, other) => rank(one.nursery, one.lines) - rank(other.nursery, other.lines))
        if (!best) break
        open.add(best.nursery)
        left = left.filter(ofLine => !ofLine.some(one => one.nursery === best.nursery))
      }
      return open
    }
    yield cover((_, count) => -count)
    yield cover(nursery => routes.of([nursery]).km)
    yield cover((nursery, count) => (routes.of([nursery]).km + 50) / count)
  }

  sets.sort((one, other) => one.cost - other.cost)

  /** Moves lines, one at a time, or two where one has what the other would take, while that costs less. */
  function improve({ open, picks: start }: (typeof sets)[number]): Assigned {
    const list = [...open].toSorted((a, b) => a - b)
    const lorries = pooledFor(list)
    const placeOf = new Map(list.map((nursery, at) => [nursery, at]))
    const picks = start.slice()
    const total = (now: Int32Array) => plantsOf(now) + lorries(wholeSums(now, list)).cost
    const isOpen = (line: number, pick: number) => {
      const nursery = options[line]?.[pick]?.nursery
      return nursery === null || placeOf.has(nursery ?? -1)
    }
    let cost = total(picks)
    for (let isBetter = true; isBetter && performance.now() < improveTime;) {
      isBetter = false
      for (const [line, ofLine] of options.entries()) {
        for (const option of ofLine) {
          const before = picks[line] as number
          if (option.at === before || !isOpen(line, option.at)) continue
          // What costs more and loads no less from the same nursery is no better.
          const present = ofLine[before]
          if (
            present &&
            option.nursery === present.nursery &&
            option.cost >= present.cost &&
            option.weight >= present.weight &&
            option.volume >= present.volume
          )
            continue
          for (const moves of stock.waysTo(picks, line, option.at, isOpen)) {
            const undo = moves.map(move => ({ line: move.line, pick: picks[move.line] as number }))
            for (const move of moves) picks[move.line] = move.pick
            const now = total(picks)
            if (now < cost - 0.005) {
              ;[cost, isBetter] = [now, true]
              break
            }
            for (const move of undo) picks[move.line] = move.pick
          }
        }
        if (performance.now() > improveTime) break
      }
    }
    return { picks, cost }
  }

  const improveTime = performance.now() + time * 0.35
  const improved: Assigned[] = []
  for (const set of sets.slice(0, improvedSets)) {
    improved.push({ picks: set.picks, cost: set.cost })
    if (performance.now() < improveTime) improved.push(improve(set))
    // Dearer plants that are lighter, where lorries are what costs.
    for (const [perKg, perM3] of [
      [2, 0],
      [0, 500],
      [5, 1500],
    ] as const) {
      if (performance.now() > improveTime) break
      improved.push(withLorries(cheapestAmong(nursery => nursery === null || set.open.has(nursery), perKg, perM3)))
    }
  }
  improved.sort((one, other) => one.cost - other.cost)
  let best: { cost: number; picks: Int32Array; tours: PlannedTour[] } | null = null
  const seen = new Set<string>()
  for (const { picks } of improved) {
    const key = picks.join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    if (best && (seen.size > dividedPlans || isOver())) break
    const { tours, cost: ofLorries } = divided(picks, groupsOf(picks))
    const cost = plantsOf(picks) + ofLorries
    if (!best || cost < best.cost - 0.005) best = { cost, picks, tours }
  }
  if (!best)
    return answer(
      Int32Array.from(lines, () => -1),
      [],
      false,
    )
  return answer(best.picks, best.tours, true)
}
