import type { Assigned, Choices, Option, Picks } from './choices.ts'
import type { NurserySet } from './nursery-sets.ts'
import { leastGain } from './task.ts'

/** What costs more and loads no less from the same nursery is no better. */
const isNoBetter = (option: Option, present: Option | undefined) =>
  present !== undefined &&
  option.nursery === present.nursery &&
  option.cost >= present.cost &&
  option.weight >= present.weight &&
  option.volume >= present.volume

/**
 * Moves lines between the nurseries of a set, one at a time, or two where one has what the other would take, while that
 * costs less and it is not over.
 */
export function improveChoice(
  { open, picks: start }: NurserySet,
  { options, stock, plantsOf, sumsOf, lorriesFor }: Choices,
  isOver: () => boolean,
): Assigned {
  const list = [...open].toSorted((a, b) => a - b)
  const lorries = lorriesFor(list)
  const picks = start.slice()
  const total = (now: Picks) => plantsOf(now) + lorries(sumsOf(now, list)).cost
  const isOpen = (line: number, pick: number) => {
    const nursery = options[line]?.[pick]?.nursery
    return nursery === null || open.has(nursery ?? -1)
  }
  let cost = total(picks)
  /** Whether the line can take this offer, alone or with others, so that all costs less. */
  function take(line: number, pick: number): boolean {
    for (const moves of stock.waysTo(picks, line, pick, isOpen)) {
      const undo = moves.map(move => ({ line: move.line, pick: picks[move.line] as number }))
      for (const move of moves) picks[move.line] = move.pick
      const now = total(picks)
      if (now < cost - leastGain) {
        cost = now
        return true
      }
      for (const move of undo) picks[move.line] = move.pick
    }
    return false
  }
  for (let isBetter = true; isBetter && !isOver();) {
    isBetter = false
    for (const [line, ofLine] of options.entries()) {
      for (const option of ofLine) {
        const present = picks[line] as number
        if (option.at === present || !isOpen(line, option.at) || isNoBetter(option, ofLine[present])) continue
        if (take(line, option.at)) isBetter = true
      }
      if (isOver()) break
    }
  }
  return { picks, cost }
}
