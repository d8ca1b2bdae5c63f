import type { LineFit } from '#contract/projects.ts'
import type { Comparison, Quote, QuoteLine, RequestLine } from '#contract/requests.ts'
import { plantsIn } from '#server/domains/projects/options/plants-in.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { kopecksOf, rublesOf } from '../money.ts'
import { fitsOfQuotes } from './fit-of-quote.ts'

interface Cell {
  quote: Quote
  priced: QuoteLine
  isEnough: boolean
  fit: LineFit
  /** How many plants are left of its variant, where that is fewer than it promises. */
  left: number | null
}

/** Neither smaller than asked for nor in another packing or form. */
const isAsAsked = ({ fit }: Cell) => fit === 'exact' || fit === 'larger'

/**
 * Which of two is better, as the contract says it (`best`); of equal ones, who was first. The only place that decides it:
 * the screen shows what it says.
 */
const better = (one: Cell, other: Cell) =>
  Number(one.priced.is_substitute) - Number(other.priced.is_substitute) ||
  Number(isAsAsked(other)) - Number(isAsAsked(one)) ||
  Number(other.isEnough) - Number(one.isEnough) ||
  (one.isEnough ? one.priced.total - other.priced.total : one.priced.price - other.priced.price) ||
  one.quote.created_at.localeCompare(other.quote.created_at) ||
  one.quote.id.localeCompare(other.quote.id)

/** Milliseconds of work before other requests get a turn. */
const longestTurn = 3

/**
 * The last quotes of a request, line by line. An expired one, that of a blocked company, and one of more plants than are
 * left is shown, but is nobody's best: it cannot be chosen.
 */
export async function compareQuotes(
  lines: RequestLine[],
  quotes: Quote[],
  /** How many can be bought of variants that are counted. */
  available: ReadonlyMap<number, number>,
): Promise<Comparison> {
  const taken = new Map<number, number>()
  const fitOfQuote = fitsOfQuotes()
  const yieldNow = yieldToEventLoop(longestTurn)
  const pricedOf = new Map(quotes.map(quote => [quote.id, new Map(quote.lines.map(line => [line.line, line]))]))
  const compared: { line: RequestLine; cells: Cell[]; best: Cell | undefined }[] = []
  for (const line of lines) {
    const cells = quotes.flatMap((quote): Cell[] => {
      const priced = pricedOf.get(quote.id)?.get(line.id)
      if (!priced) return []
      const isEnough = line.quantity === null || priced.quantity >= line.quantity
      const there = available.get(priced.variant ?? 0)
      const rest = there === undefined ? null : Math.max(0, there - (taken.get(priced.variant ?? 0) ?? 0))
      const left = rest !== null && rest < plantsIn(priced, priced.quantity) ? rest : null
      return [{ quote, priced, isEnough, fit: fitOfQuote(line.wish, priced), left }]
    })
    const [best] = cells
      .filter(({ quote, left }) => !quote.is_expired && !quote.is_paused && left === null)
      .toSorted(better)
    if (best && best.priced.variant !== null) {
      const { variant, quantity } = best.priced
      taken.set(variant, (taken.get(variant) ?? 0) + plantsIn(best.priced, quantity))
    }
    compared.push({ line, cells, best })
    await yieldNow()
  }
  return {
    lines,
    quotes,
    cells: compared.flatMap(({ line, cells, best }) =>
      cells.map(({ quote, priced, isEnough, fit, left }) => ({
        line: line.id,
        quote: quote.id,
        price: priced.price,
        quantity: priced.quantity,
        total: priced.total,
        is_enough: isEnough,
        fit,
        left_quantity: left,
        difference:
          best?.isEnough && isEnough && left === null
            ? rublesOf(kopecksOf(priced.total) - kopecksOf(best.priced.total))
            : null,
      })),
    ),
    best: compared.flatMap(({ line, best }) => (best ? [{ line: line.id, quote: best.quote.id }] : [])),
    missing: compared.flatMap(({ line, cells }) => (cells.length === 0 ? [line.id] : [])),
  }
}
