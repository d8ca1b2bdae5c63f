import { type LineOption, type ProjectLine, type Strategy, strategies } from '#contract/projects.ts'
import { leftOf, plantsTaken } from './words.ts'

/* What a visitor may choose at once, among the offers that the preview shows; a member's project asks the server. */

/** What one way of choosing comes to. */
export interface Plan {
  strategy: Strategy
  /** Ids of variants by the positions of their lines. */
  chosen: ReadonlyMap<number, number>
  /** Rubles of what is priced. */
  price: number
  companies: number
}

type Choosable = Pick<ProjectLine, 'position' | 'options' | 'state' | 'quantity' | 'unit'>

/** Never smaller than asked for, nothing else instead of it, and as many as are wanted. */
const fitting = (line: Choosable) =>
  line.state === 'note'
    ? []
    : line.options.filter(
        option => (option.fit === 'exact' || option.fit === 'larger') && leftOf(option, line) === null,
      )

const costOf = ({ total, unit_price: unit }: LineOption) => total ?? (unit === null ? Number.POSITIVE_INFINITY : unit)
const cheapest = (options: readonly LineOption[]): LineOption | undefined =>
  options.toSorted(
    (one, other) =>
      Number(one.fit !== 'exact') - Number(other.fit !== 'exact') ||
      (costOf(one) === costOf(other) ? 0 : costOf(one) - costOf(other)),
  )[0]
const nearest = (options: readonly LineOption[]): LineOption | undefined => {
  const near = Math.min(...options.map(({ distance }) => distance ?? Number.POSITIVE_INFINITY))
  return cheapest(options.filter(({ distance }) => (distance ?? Number.POSITIVE_INFINITY) === near))
}

/** The companies that together have most lines, taken one after another, then those that are not needed left out. */
function fewCompanies(lines: readonly (readonly LineOption[])[]): ReadonlySet<number> {
  const taken = new Set<number>()
  const isCovered = (options: readonly LineOption[], by: ReadonlySet<number>) =>
    options.length === 0 || options.some(({ company }) => by.has(company.id))
  for (let left = lines.filter(options => !isCovered(options, taken)); left.length > 0;) {
    const having = new Map<number, number>()
    for (const options of left)
      for (const id of new Set(options.map(({ company }) => company.id))) having.set(id, (having.get(id) ?? 0) + 1)
    const [best] = [...having].toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
    if (!best) break
    taken.add(best[0])
    left = left.filter(options => !isCovered(options, taken))
  }
  for (const id of [...taken]) {
    const others = new Set([...taken].filter(other => other !== id))
    if (lines.every(options => isCovered(options, others))) taken.delete(id)
  }
  return taken
}

function planOf(strategy: Strategy, lines: readonly Choosable[]): Plan {
  const all = lines.map(line => ({ line, options: fitting(line) }))
  const few = strategy === 'fewest_companies' ? fewCompanies(all.map(({ options }) => options)) : null
  const pick = strategy === 'nearest' ? nearest : cheapest
  // What is left for a line counts what those before it have taken.
  const taken = plantsTaken()
  const picked = all.flatMap(({ line, options }) => {
    const left = options.filter(option => leftOf(option, line, taken.of(option.variant.id)) === null)
    const near = few ? left.filter(({ company }) => few.has(company.id)) : left
    const option = pick(near.length > 0 ? near : left)
    if (!option) return []
    taken.take(option.variant.id, line)
    return [{ position: line.position, option }]
  })
  return {
    strategy,
    chosen: new Map(picked.map(({ position, option }) => [position, option.variant.id])),
    price: picked.reduce((sum, { option }) => sum + Math.round((option.total ?? 0) * 100), 0) / 100,
    companies: new Set(picked.map(({ option }) => option.company.id)).size,
  }
}

/** Ways of choosing; the nearest only where it is known how far the nurseries are. Lorries are planned by the server. */
export function plansOf(lines: readonly Choosable[]): Plan[] {
  const knowsPlace = lines.some(({ options }) => options.some(({ distance }) => distance !== null))
  return strategies
    .filter(strategy => strategy !== 'cheapest_delivered' && (knowsPlace || strategy !== 'nearest'))
    .map(strategy => planOf(strategy, lines))
}

/** Whether exactly this is chosen. */
export const isChosen = ({ chosen }: Plan, lines: readonly Pick<ProjectLine, 'position' | 'chosen'>[]): boolean =>
  lines.every(line => line.chosen === (chosen.get(line.position) ?? null))
