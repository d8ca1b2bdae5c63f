import type { Strategy } from '#contract/projects.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { type ChoiceCost, compareCosts, plus, shareStock } from './share-stock.ts'

/** The best offer of a company for a line. */
export interface Choice {
  companyId: number
  variantId: number
  /** Price of the whole line, or of one piece if the quantity is unknown; `null` means on request. */
  price: number | null
  /** Kilometres; `null` if unknown. */
  distance: number | null
  /** Plants that the line takes. */
  wanted: number
  /** How many there are of the variant, where lines may want more of it together; `null`: enough for all. */
  left: number | null
  /** It is larger than asked for, and is taken only where nothing is left that fits. */
  isLater: boolean
}

export interface Chosen {
  /** The chosen variant of each line; `null` if it has no offers. */
  variants: (number | null)[]
  /** Whether the result is not proven to be the best. */
  isApproximate: boolean
}

/** Maximum number of companies for an exact search for the fewest. */
const mostCompanies = 25
/** Maximum number of companies of which all sets are tried where lines share what is left of their plants. */
const mostTriedCompanies = 6
/** Maximum number of prices to look at, about a second of work. The best result so far is returned then. */
const mostWork = 100_000_000
/** Milliseconds of work before other requests get a turn. */
const longestTurn = 3

/** What a choice costs where lines share what is left: see `shareStock`. */
const byPrice = ({ isLater, price }: Choice) => [Number(isLater), price === null ? 1 : 0, price ?? 0]
const byDistance = (choice: Choice) => {
  const [later = 0, ...prices] = byPrice(choice)
  return [later, choice.distance === null ? 1 : 0, choice.distance ?? 0, ...prices]
}

/** The cost of a set of companies: fewer lines without a price first, then the lower sum. */
interface Cost {
  unpriced: number
  price: number
}
const isBelow = (one: Cost, other: Cost) =>
  one.unpriced !== other.unpriced ? one.unpriced < other.unpriced : one.price < other.price - 1e-6

/** Searches for the fewest companies in steps, so that other requests can run between two of them. */
function* searchFewest(lines: Choice[][]): Generator<void, { companies: Set<number>; isApproximate: boolean }> {
  const covered = lines.filter(choices => choices.length > 0)
  const forced = new Set<number>()
  for (const choices of covered) {
    const ids = new Set(choices.map(({ companyId }) => companyId))
    if (ids.size === 1) for (const id of ids) forced.add(id)
  }
  const open = covered.filter(choices => !choices.some(({ companyId }) => forced.has(companyId)))
  if (open.length === 0) return { companies: forced, isApproximate: false }
  const ids = [...new Set(open.flatMap(choices => choices.map(({ companyId }) => companyId)))]
  const greedy = cutNeedless(coverGreedily(open, forced), open, forced)
  if (ids.length > mostCompanies) return { companies: greedy, isApproximate: true }

  const bitOf = new Map(ids.map((id, bit) => [id, 1 << bit]))
  const allMasks = new Set(
    open.map(choices => choices.reduce((mask, { companyId }) => mask | (bitOf.get(companyId) ?? 0), 0)),
  )
  // Leaves out a line if all companies of another line offer it too: covering the other one covers it.
  const masks = [...allMasks].filter(mask => ![...allMasks].some(other => other !== mask && (other & mask) === other))
  masks.sort((one, other) => bitCount(one) - bitCount(other))

  /** Prices of every line by company; `base` is the lowest price of the companies that are needed in any case. */
  const tables = covered.map(choices => {
    const prices = new Array<number | null | undefined>(ids.length)
    let base: number | null | undefined
    for (const { companyId, price } of choices) {
      if (forced.has(companyId)) base = lower(base, price)
      else {
        const bit = ids.indexOf(companyId)
        if (bit >= 0) prices[bit] = lower(prices[bit], price)
      }
    }
    return { prices, base }
  })
  let work = 0
  function costOf(allowed: number): Cost {
    const cost = { unpriced: 0, price: 0 }
    for (const { prices, base } of tables) {
      let best = base
      for (let bit = 0; bit < prices.length; bit++) if (allowed & (1 << bit)) best = lower(best, prices[bit])
      if (best === null || best === undefined) cost.unpriced++
      else cost.price += best
    }
    work += tables.length * ids.length
    return cost
  }

  /** Lower bound of companies still needed: the number of lines that share no company. */
  function leastMore(chosen: number, excluded: number): number {
    let used = 0
    let count = 0
    for (const mask of masks) {
      if (mask & chosen) continue
      const left = mask & ~excluded
      if (left === 0) return Number.POSITIVE_INFINITY
      if (left & used) continue
      used |= left
      count++
    }
    work += masks.length
    return count
  }

  let best = [...greedy].reduce((mask, id) => mask | (bitOf.get(id) ?? 0), 0)
  let bestCount = bitCount(best)
  let isOver = false

  // First, the smallest possible number of companies.
  function* fewer(chosen: number, excluded: number): Generator<void> {
    if (work > mostWork) {
      isOver = true
      return
    }
    yield
    const count = bitCount(chosen)
    if (count + leastMore(chosen, excluded) >= bestCount) return
    const next = masks.find(mask => (mask & chosen) === 0)
    if (next === undefined) {
      best = chosen
      bestCount = count
      return
    }
    let without = excluded
    for (let left = next & ~excluded; left !== 0; left &= left - 1) {
      const bit = left & -left
      yield* fewer(chosen | bit, without)
      without |= bit
    }
  }
  yield* fewer(0, 0)

  // Then, the cheapest set of that size.
  let bestCost = costOf(best)
  const all = ids.length >= 31 ? -1 : (1 << ids.length) - 1
  function* dearer(chosen: number, excluded: number): Generator<void> {
    if (work > mostWork) {
      isOver = true
      return
    }
    yield
    if (bitCount(chosen) + leastMore(chosen, excluded) > bestCount) return
    if (!isBelow(costOf(all & ~excluded), bestCost)) return
    const next = masks.find(mask => (mask & chosen) === 0)
    if (next === undefined) {
      const cost = costOf(chosen)
      if (bitCount(chosen) === bestCount && isBelow(cost, bestCost)) {
        best = chosen
        bestCost = cost
      }
      return
    }
    let without = excluded
    for (let left = next & ~excluded; left !== 0; left &= left - 1) {
      const bit = left & -left
      yield* dearer(chosen | bit, without)
      without |= bit
    }
  }
  if (!isOver) yield* dearer(0, 0)
  return { companies: new Set([...forced, ...ids.filter(id => best & (bitOf.get(id) ?? 0))]), isApproximate: isOver }
}

const lower = (one: number | null | undefined, other: number | null | undefined) =>
  other === undefined ? one : one === undefined || one === null ? other : other === null ? one : Math.min(one, other)

function bitCount(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

/** Greedy cover: repeatedly takes the company that offers most of the remaining lines. */
function coverGreedily(open: Choice[][], forced: Set<number>): Set<number> {
  const chosen = new Set(forced)
  let left = open
  while (left.length > 0) {
    const counts = new Map<number, number>()
    for (const choices of left) {
      for (const id of new Set(choices.map(({ companyId }) => companyId))) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const [most] = [...counts].toSorted(([id, count], [otherId, other]) => other - count || id - otherId)
    if (!most) break
    chosen.add(most[0])
    left = left.filter(choices => !choices.some(({ companyId }) => companyId === most[0]))
  }
  return chosen
}

/** Removes companies whose lines are all covered by the others. */
function cutNeedless(chosen: Set<number>, open: Choice[][], forced: Set<number>): Set<number> {
  const left = new Set(chosen)
  for (const id of chosen) {
    if (forced.has(id)) continue
    if (open.every(choices => choices.some(({ companyId }) => companyId !== id && left.has(companyId)))) left.delete(id)
  }
  return left
}

/** Offers that can still be had of companies that are not chosen yet, for lines that have none of what fits. */
function missed(lines: Choice[][], chosen: (Choice | null)[], companies: ReadonlySet<number>): Choice[][] {
  const taken = new Map<number, number>()
  for (const one of chosen) if (one) taken.set(one.variantId, (taken.get(one.variantId) ?? 0) + one.wanted)
  return lines.map((choices, at) => {
    const own = chosen[at]
    if (own && !own.isLater) return []
    return choices.filter(
      ({ companyId, variantId, wanted, left, isLater }) =>
        !companies.has(companyId) &&
        !(own && isLater) &&
        (left === null || (taken.get(variantId) ?? 0) + wanted <= left),
    )
  })
}

const countOf = (chosen: (Choice | null)[]) => chosen.filter(one => one !== null).length

/** The same by trying all sets of a few companies, the smaller first; `null`: there are too many. `most`: lines that can have something. */
async function tryAllSets(lines: Choice[][], most: number): Promise<Chosen | null> {
  const ids = [...new Set(lines.flat().map(({ companyId }) => companyId))]
  if (ids.length > mostTriedCompanies) return null
  const bySize = Map.groupBy(Array.from({ length: 1 << ids.length }).keys(), bitCount)
  for (let size = 1; size <= ids.length; size++) {
    let best: { cost: ChoiceCost; chosen: (Choice | null)[] } | null = null
    for (const set of bySize.get(size) ?? []) {
      const among = lines.map(choices => choices.filter(({ companyId }) => set & (1 << ids.indexOf(companyId))))
      const { chosen, isProven } = await shareStock(among, byPrice)
      if (!isProven) return null
      if (countOf(chosen) < most) continue
      const cost = chosen.reduce<ChoiceCost>((sum, one) => (one ? plus(sum, byPrice(one)) : sum), [0, 0, 0])
      if (!best || compareCosts(cost, best.cost) < 0) best = { cost, chosen }
    }
    if (best) return { variants: best.chosen.map(one => one?.variantId ?? null), isApproximate: false }
  }
  return null
}

async function chooseFewest(lines: Choice[][]): Promise<Chosen> {
  const companies = new Set<number>()
  const offered = lines.filter(({ length }) => length > 0).length
  let isApproximate = false
  let open = lines.map(choices => choices.filter(({ isLater }) => !isLater))
  for (let round = 1; ; round++) {
    const found = await fewestOf(open)
    for (const id of found.companies) companies.add(id)
    const among = lines.map(choices => choices.filter(({ companyId }) => companies.has(companyId)))
    const { chosen, isProven } = await shareStock(among, byPrice)
    isApproximate ||= found.isApproximate || !isProven
    open = missed(lines, chosen, companies)
    const isOver = open.every(choices => choices.length === 0)
    const made = { variants: chosen.map(one => one?.variantId ?? null), isApproximate }
    if (isOver && countOf(chosen) === offered) return made
    // The search does not know what lines take from each other.
    const { chosen: all } = await shareStock(lines, byPrice)
    if (round === 1) {
      const exact = await tryAllSets(lines, Math.max(countOf(all), countOf(chosen)))
      if (exact) return exact
    }
    if (isOver) {
      // A line may have none because another one has it, which could go elsewhere.
      if (countOf(all) <= countOf(chosen)) return made
      open = all.map(one => (one && !companies.has(one.companyId) ? [one] : []))
    }
    isApproximate = true
  }
}

async function fewestOf(lines: Choice[][]) {
  const search = searchFewest(lines)
  const yieldNow = yieldToEventLoop(longestTurn)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
    await yieldNow()
  }
}

/** Chooses an offer for each line, none of more than there is for all of them, and lets other requests run in between. */
export async function choose(lines: Choice[][], strategy: Exclude<Strategy, 'cheapest_delivered'>): Promise<Chosen> {
  if (strategy === 'fewest_companies') return chooseFewest(lines)
  const { chosen, isProven } = await shareStock(lines, strategy === 'nearest' ? byDistance : byPrice)
  return { variants: chosen.map(one => one?.variantId ?? null), isApproximate: !isProven }
}
