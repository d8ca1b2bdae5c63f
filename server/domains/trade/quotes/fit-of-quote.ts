import type { LineFit, LineWish } from '#contract/projects.ts'
import type { QuoteLine } from '#contract/requests.ts'
import { fitOf } from '#server/reading/sizes/compare.ts'
import { type Notation, parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'

const sortNames: LineFit[] = ['exact', 'larger', 'smaller', 'other']

/**
 * How the size, form and packing that quotes state fit what was asked for. A company that states none and names no
 * variant quotes the line as it was asked for. «14–16» without a word is read as the line that was asked for has it.
 * What was read once is kept: companies repeat labels line after line.
 */
export function fitsOfQuotes(): (wish: LineWish, offered: Pick<QuoteLine, 'label' | 'variant'>) => LineFit {
  const read = new Map<string, Notation>()
  function notationOf(label: string): Notation {
    const known = read.get(label) ?? parseNotation(label)
    read.set(label, known)
    return known
  }
  return (wish, { label, variant }) => {
    if (label === '' && variant === null) return 'exact'
    const { fields, doubts } = notationOf(label)
    const likeliest = (sizes: Sizes, alternatives: Partial<Sizes>[]): Sizes => {
      const [best = sizes] = alternatives
        .map(alternative => ({ ...sizes, ...alternative }))
        .toSorted((one, other) => sortNames.indexOf(fitOf(wish, one)) - sortNames.indexOf(fitOf(wish, other)))
      return best
    }
    return fitOf(
      wish,
      doubts.reduce((sizes, { alternatives }) => likeliest(sizes, alternatives), fields),
    )
  }
}
