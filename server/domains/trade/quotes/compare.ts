import type { Comparison, Quote, QuoteLine, RequestLine } from '#contract/requests.ts'
import { kopecksOf, rublesOf } from '../money.ts'

interface Cell {
  quote: Quote
  priced: QuoteLine
  isEnough: boolean
}

/** Which of two is better: of those that are enough the lower total, of others the lower price; then who was first. */
const better = (one: Cell, other: Cell) =>
  Number(other.isEnough) - Number(one.isEnough) ||
  (one.isEnough ? one.priced.total - other.priced.total : one.priced.price - other.priced.price) ||
  one.quote.created_at.localeCompare(other.quote.created_at) ||
  one.quote.id.localeCompare(other.quote.id)

/**
 * The last quotes of a request, line by line. An expired one, or that of a blocked company, is
 * shown, but is nobody's best: it cannot be chosen.
 */
export function compareQuotes(lines: RequestLine[], quotes: Quote[]): Comparison {
  const pricedOf = new Map(quotes.map(quote => [quote.id, new Map(quote.lines.map(line => [line.line, line]))]))
  const compared = lines.map(line => {
    const cells = quotes.flatMap((quote): Cell[] => {
      const priced = pricedOf.get(quote.id)?.get(line.id)
      return priced ? [{ quote, priced, isEnough: line.quantity === null || priced.quantity >= line.quantity }] : []
    })
    const [best] = cells.filter(({ quote }) => !quote.is_expired && !quote.is_paused).toSorted(better)
    return { line, cells, best }
  })
  return {
    lines,
    quotes,
    cells: compared.flatMap(({ line, cells, best }) =>
      cells.map(({ quote, priced, isEnough }) => ({
        line: line.id,
        quote: quote.id,
        price: priced.price,
        quantity: priced.quantity,
        total: priced.total,
        is_enough: isEnough,
        difference:
          best?.isEnough && isEnough ? rublesOf(kopecksOf(priced.total) - kopecksOf(best.priced.total)) : null,
      })),
    ),
    best: compared.flatMap(({ line, best }) => (best ? [{ line: line.id, quote: best.quote.id }] : [])),
    missing: compared.flatMap(({ line, cells }) => (cells.length === 0 ? [line.id] : [])),
  }
}
