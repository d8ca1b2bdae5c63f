// Lines that no word marks as totals, and whose numbers do.
import type { ScheduleLine } from './schedule-line.ts'

/** Of fewer lines every number may be the total of the others. */
const fewest = 3

/** Names that are alike only by chance have less confidence. */
const likely = 0.5

const asksForNothing = ({ plant, candidates, wish }: ScheduleLine) =>
  plant === null &&
  !candidates.some(({ confidence }) => confidence >= likely) &&
  Object.values(wish).every(value => value === null)

/** What follows says again what a line above wants, by parts. */
const ofWhich = /^[\s\p{Pd}]*(?:в т\.? ?ч|в том числе|из них)[^\d]{0,20}$/iu

/**
 * The lines in which those that sum up the others are remarks: a line with a quantity, without a plant or a size, that
 * counts as many as there are lines above it, or as these want together. Where a genus is named, it is of a plant that
 * nobody knows.
 */
export function withTotals(
  lines: ScheduleLine[],
  readNote: (text: string) => ScheduleLine,
  namesGenus: (text: string) => boolean,
): ScheduleLine[] {
  let [all, since] = [
    { lines: 0, pieces: 0 },
    { lines: 0, pieces: 0 },
  ]
  let isOfWhichOpen = false
  return lines.map(line => {
    if (line.isNote) isOfWhichOpen = ofWhich.test(line.text.trim())
    else if (line.plant !== null || !asksForNothing(line)) isOfWhichOpen = false
    // «в том числе: для аллеи — 6 шт.»
    else if (isOfWhichOpen) return readNote(line.text)
    if (line.isNote) {
      since = { lines: 0, pieces: 0 }
      return line
    }
    const { quantity } = line
    const isTotal = [all, since].some(
      above => above.lines >= fewest && (quantity === above.lines || quantity === above.pieces),
    )
    if (quantity !== null && isTotal && asksForNothing(line) && !namesGenus(line.text)) {
      since = { lines: 0, pieces: 0 }
      return readNote(line.text)
    }
    const more = { lines: 1, pieces: quantity ?? 0 }
    all = { lines: all.lines + more.lines, pieces: all.pieces + more.pieces }
    since = { lines: since.lines + more.lines, pieces: since.pieces + more.pieces }
    return line
  })
}
