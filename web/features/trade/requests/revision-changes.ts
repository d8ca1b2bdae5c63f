import type { Quote, QuoteLine } from '#contract/requests.ts'

export interface LineChange {
  line: string
  name: string
  before: QuoteLine | null
  /** `null`: declined since. */
  after: QuoteLine | null
}

/** What a person reads in a line. */
const said = ({ plant, name, label, price, quantity, unit, note, is_substitute }: QuoteLine) =>
  JSON.stringify([plant?.id, name, label, price, quantity, unit, note, is_substitute])

/** The lines that a revision says otherwise than the one before it: changed, added, declined. */
export function lineChanges(before: Pick<Quote, 'lines'>, after: Pick<Quote, 'lines'>): LineChange[] {
  const earlier = new Map(before.lines.map(line => [line.line, line]))
  const now = new Set(after.lines.map(({ line }) => line))
  return [
    ...after.lines.flatMap((line): LineChange[] => {
      const was = earlier.get(line.line) ?? null
      return was && said(was) === said(line) ? [] : [{ line: line.line, name: line.name, before: was, after: line }]
    }),
    ...before.lines
      .filter(({ line }) => !now.has(line))
      .map((line): LineChange => ({ line: line.line, name: line.name, before: line, after: null })),
  ]
}

/** A company's revisions, the newest first, each with the one before it. */
export function withEarlier(quotes: readonly Quote[]): { quote: Quote; earlier: Quote | null }[] {
  const ordered = quotes.toSorted((one, other) => other.revision - one.revision)
  return ordered.map((quote, index) => ({ quote, earlier: ordered[index + 1] ?? null }))
}
