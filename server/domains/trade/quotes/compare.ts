import type { LineFit } from '#contract/projects.ts'
import type { Comparison, Quote, QuoteLine, RequestLine } from '#contract/requests.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { kopecksOf, rublesOf } from '../money.ts'
import { fitsOfQuotes } from './fit-of-quote.ts'

interface Cell {
  quote: Quote
  priced: QuoteLine
  isEnough: boolean
  fit: LineFit
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
 * The last quotes of a request, line by line. An expired one, or that of a blocked company, is
 * shown, but is nobody's best: it cannot be chosen.
 */
export async function compareQuotes(lines: RequestLine[], quotes: Quote[]): Promise<Comparison> {
  const fitOfQuote = fitsOfQuotes()
  const yieldNow = yieldToEventLoop(longestTurn)
  const pricedOf = new Map(quotes.map(quote => [quote.id, new Map(quote.lines.map(line => [line.line, line]))]))
  const compared: { line: RequestLine; cells: Cell[]; best: Cell | undefined }[] = []
  for (const line of lines) {
    const cells = quotes.flatMap((quote): Cell[] => {
      const priced = pricedOf.get(quote.id)?.get(line.id)
      if (!priced) return []
      const isEnough = line.quantity === null || priced.quantity >= line.quantity
      return [{ quote, priced, isEnough, fit: fitOfQuote(line.wish, priced) }]
    })
    const [best] = cells.filter(({ quote }) => !quote.is_expired && !quote.is_paused).toSorted(better)
    compared.push({ line, cells, best })
    await yieldNow()
  }
  return {
    lines,
    quotes,
    cells: compared.flatMap(({ line, cells, best }) =>
      cells.map(({ quote, priced, isEnough, fit }) => ({
        line: line.id,
        quote: quote.id,
        price: priced.price,
        quantity: priced.quantity,
        total: priced.total,
        is_enough: isEnough,
        fit,
        difference:
          best?.isEnough && isEnough ? rublesOf(kopecksOf(priced.total) - kopecksOf(best.priced.total)) : null,
      })),
    ),
    best: compared.flatMap(({ line, best }) => (best ? [{ line: line.id, quote: best.quote.id }] : [])),
    missing: compared.flatMap(({ line, cells }) => (cells.length === 0 ? [line.id] : [])),
  }
}
