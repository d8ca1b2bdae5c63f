// Lines that want the same plants: nothing is promised twice.
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { Choice } from './choose.ts'

/** What a choice costs, the weightiest first: one that is lower in its first difference is better. */
export type ChoiceCost = readonly number[]

/** Choices to look at for lines that share variants, and for all of them; then the best so far is taken. */
const mostLooks = 20_000
const mostLooksOfAll = 200_000
/** Milliseconds of work before other requests get a turn. */
const longestTurn = 3
/** Sums of decimals differ by less. */
const nothing = 1e-6

/** Which of two is better: below 0, the first one. */
export function compareCosts(one: ChoiceCost, other: ChoiceCost): number {
  for (const [at, part] of one.entries()) {
    const difference = part - (other[at] ?? 0)
    if (Math.abs(difference) > nothing) return difference
  }
  return 0
}
export const plus = (one: ChoiceCost, other: ChoiceCost): ChoiceCost => one.map((part, at) => part + (other[at] ?? 0))

interface Option {
  choice: Choice | null
  cost: ChoiceCost
}

/**
 * A choice for each line, so that no variant is taken more often than there are of it: as many lines as can have one do,
 * and then the sum of costs is the least. `isProven`: it was found by trying everything that could be better.
 */
export async function shareStock(
  lines: readonly (readonly Choice[])[],
  costOf: (choice: Choice) => ChoiceCost,
): Promise<{ chosen: (Choice | null)[]; isProven: boolean }> {
  const options = lines.map(choices => {
    const own: Option[] = choices
      .map((choice): Option => ({ choice, cost: [0, ...costOf(choice)] }))
      .toSorted(
        (one, other) =>
          compareCosts(one.cost, other.cost) || (one.choice?.companyId ?? 0) - (other.choice?.companyId ?? 0),
      )
    const [best] = own
    if (!best) return []
    // What is better than anything that is always there, and that; or nothing, if others have taken all.
    const sure = own.findIndex(({ choice }) => choice?.left === null)
    return sure < 0
      ? [...own, { choice: null, cost: best.cost.map((_, at) => (at === 0 ? 1 : 0)) }]
      : own.slice(0, sure + 1)
  })
  const chosen: (Choice | null)[] = options.map(own => own[0]?.choice ?? null)
  const yieldNow = yieldToEventLoop(longestTurn)
  let isProven = true
  let looks = 0
  for (const group of groupsOf(options)) {
    const most = Math.min(mostLooks, mostLooksOfAll - looks)
    const looked = assign(group, options, chosen, most)
    isProven &&= looked <= most
    looks += looked
    await yieldNow()
  }
  return { chosen, isProven }
}

/** Lines whose best choices are too many for a variant, each with all lines that want something of the same ones. */
function groupsOf(options: Option[][]): number[][] {
  const linesOf = new Map<number, number[]>()
  for (const [line, own] of options.entries())
    for (const { choice } of own)
      if (choice && choice.left !== null) {
        const known = linesOf.get(choice.variantId)
        if (known) known.push(line)
        else linesOf.set(choice.variantId, [line])
      }
  const seen = new Set<number>()
  const groups: number[][] = []
  for (const start of options.keys()) {
    if (seen.has(start)) continue
    const group = [start]
    seen.add(start)
    for (const line of group)
      for (const { choice } of options[line] ?? []) {
        if (!choice) continue
        for (const other of linesOf.get(choice.variantId) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          group.push(other)
        }
        linesOf.delete(choice.variantId)
      }
    if (group.length > 1) groups.push(group)
  }
  return groups
}

/** Writes the best choices of these lines; returns at how many it has looked, more than `most` if not at all. */
function assign(group: number[], options: Option[][], chosen: (Choice | null)[], most: number): number {
  // The line that loses most by not having its best is served first: what is found first is good already.
  const loss = (line: number) => {
    const [best, next] = options[line] ?? []
    return best && next ? next.cost.map((part, at) => part - (best.cost[at] ?? 0)) : []
  }
  const order = group.toSorted((one, other) => compareCosts(loss(other), loss(one)) || one - other)
  const none = (options[order[0] ?? 0]?.[0]?.cost ?? []).map(() => 0)
  /** The least that the lines from here on can cost. */
  const least: ChoiceCost[] = [none]
  for (const line of order.toReversed()) least.unshift(plus(least[0] ?? none, options[line]?.[0]?.cost ?? none))
  const taken = new Map<number, number>()
  const picks: (Choice | null)[] = order.map(() => null)
  let best: { cost: ChoiceCost; picks: (Choice | null)[] } | null = null
  let looks = 0

  function visit(at: number, cost: ChoiceCost): void {
    const line = order[at]
    if (line === undefined) {
      best = { cost, picks: [...picks] }
      return
    }
    for (const { choice, cost: own } of options[line] ?? []) {
      if (best && looks > most) return
      looks++
      const now = plus(cost, own)
      // Choices are in order: the next ones cost no less.
      if (best && compareCosts(plus(now, least[at + 1] ?? none), best.cost) >= 0) return
      const before = choice ? (taken.get(choice.variantId) ?? 0) : 0
      if (choice && choice.left !== null && before + choice.wanted > choice.left) continue
      if (choice) taken.set(choice.variantId, before + choice.wanted)
      picks[at] = choice
      visit(at + 1, now)
      if (choice) taken.set(choice.variantId, before)
    }
  }
  visit(0, none)
  const found = best as { picks: (Choice | null)[] } | null
  for (const [at, line] of order.entries()) chosen[line] = found?.picks[at] ?? null
  return looks
}
