import type { Comparison, Quote, RequestLine } from '#contract/requests.ts'

export type ComparisonCell = Comparison['cells'][number]

/** Which quote is chosen for each line, by their ids; lines without a choice are not in it. */
export type Choice = Readonly<Record<string, string>>

const keyOf = (line: string, quote: string) => `${line} ${quote}`

/** A comparison as the screen asks of it. */
export function readComparison(comparison: Comparison) {
  const { quotes, cells } = comparison
  const best = bestChoice(comparison)
  const cellOf = new Map(cells.map(cell => [keyOf(cell.line, cell.quote), cell]))
  const offerOf = new Map(quotes.flatMap(quote => quote.lines.map(line => [keyOf(line.line, quote.id), line] as const)))
  return {
    cell: (line: string, quote: string) => cellOf.get(keyOf(line, quote)),
    /** What the company offers for the line. */
    offer: (line: string, quote: string) => offerOf.get(keyOf(line, quote)),
    isBest: (line: string, quote: string) => best[line] === quote,
  }
}

/** Why a quote cannot be chosen, in a word or two; empty if it can. */
export const whyNot = ({ is_expired, is_paused }: Pick<Quote, 'is_expired' | 'is_paused'>): string =>
  is_paused ? 'Компания скрыта' : is_expired ? 'Просрочено' : ''

/**
 * The best quote of each line, as the server has decided it. Another plant is for the person to choose: lines for which
 * there are only substitutes are left out.
 */
export function bestChoice({ best, quotes }: Pick<Comparison, 'best' | 'quotes'>): Choice {
  const isItself = new Set(
    quotes
      .filter(quote => !whyNot(quote))
      .flatMap(({ id, lines }) => lines.flatMap(line => (line.is_substitute ? [] : [keyOf(line.line, id)]))),
  )
  const chosen = best.filter(({ line, quote }) => isItself.has(keyOf(line, quote)))
  return Object.fromEntries(chosen.map(({ line, quote }) => [line, quote]))
}

/** How an offer differs from what was asked for; empty if it does not. */
export const fitWords: Record<ComparisonCell['fit'], string> = {
  exact: '',
  larger: 'крупнее, чем просили',
  smaller: 'мельче, чем просили',
  other: 'не тот размер, форма или упаковка',
}

/** The lines that nobody has as they were asked for: even the best of each is smaller, or of another form or packing. */
export function unmetLines(comparison: Comparison): RequestLine[] {
  const { cell } = readComparison(comparison)
  const best = bestChoice(comparison)
  return comparison.lines.filter(({ id }) => {
    const fit = cell(id, best[id] ?? '')?.fit
    return fit === 'smaller' || fit === 'other'
  })
}

/** All lines of one quote; other lines keep what they have. */
export function withWhole(choice: Choice, quote: Quote): Choice {
  return { ...choice, ...Object.fromEntries(quote.lines.map(({ line }) => [line, quote.id])) }
}

export function without(choice: Choice, quote: string): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([, chosen]) => chosen !== quote))
}

/** The choice without what cannot be chosen any more: a new revision has come, a quote has expired, its company is blocked. */
export function stillPossible(choice: Choice, { quotes }: Pick<Comparison, 'quotes'>): Choice {
  const possible = new Set(
    quotes.filter(quote => !whyNot(quote)).flatMap(({ id, lines }) => lines.map(({ line }) => keyOf(line, id))),
  )
  return Object.fromEntries(Object.entries(choice).filter(([line, quote]) => possible.has(keyOf(line, quote))))
}

/** Kopecks add up exactly, rubles with decimals do not. */
const kopecks = (rubles: number | null) => Math.round((rubles ?? 0) * 100)

export interface ChosenPart {
  quote: Quote
  lines: number
  /** Rubles of the lines alone. */
  price: number
  /** With delivery and unloading, as the quote names them. */
  total: number
  /** Lines for which another plant is offered. */
  substitutes: number
}

/** What is chosen of each company, and all together. */
export function summaryOf(choice: Choice, { quotes }: Pick<Comparison, 'quotes'>) {
  const parts = quotes.flatMap((quote): ChosenPart[] => {
    const lines = quote.lines.filter(({ line }) => choice[line] === quote.id)
    if (lines.length === 0) return []
    const price = lines.reduce((sum, { total }) => sum + kopecks(total), 0)
    const total = price + kopecks(quote.delivery_price) + kopecks(quote.unloading_price)
    const substitutes = lines.filter(({ is_substitute }) => is_substitute).length
    return [{ quote, lines: lines.length, price: price / 100, total: total / 100, substitutes }]
  })
  return {
    parts,
    lines: parts.reduce((sum, { lines }) => sum + lines, 0),
    substitutes: parts.reduce((sum, { substitutes }) => sum + substitutes, 0),
    total: parts.reduce((sum, { total }) => sum + kopecks(total), 0) / 100,
  }
}
