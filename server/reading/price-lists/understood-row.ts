import type { ColumnField, PriceListSheet, RowKind, RowProblem, UnreadText } from '#contract/price-lists.ts'
import type { WritableVariant } from '#contract/variants.ts'
import type { Candidate } from '#server/reading/names/match-name.ts'

/** A row of the file with its meaning. Only offers have a `verdict`. */
export interface UnderstoodRow {
  sheet: string
  /** From 1, as in the file. */
  row: number
  /** From 1, for a row of the file that holds several plants; otherwise null. */
  part: number | null
  cells: string[]
  kind: RowKind
  verdict: 'clear' | 'doubtful' | 'rejected' | 'skipped' | null
  /** The name of the plant or section, as written in the list. */
  name: string
  plant: Candidate | null
  candidates: Candidate[]
  /** A slug. */
  category: string | null
  variants: WritableVariant[]
  problems: RowProblem[]
  /** What stands in its cells and found no place. */
  unread: UnreadText[]
}

/** How a sheet was read. `shape` identifies sheets of the same kind in the company's next file. */
export interface UnderstoodSheet extends PriceListSheet {
  shape: string
}

/** A person's corrections of a sheet, from this file or an earlier one. What they leave out is detected. */
export interface SheetReading {
  is_skipped?: boolean
  header_rows?: number
  columns?: { index: number; field: ColumnField | null }[]
  /** Answers to questions, by their keys. */
  answers?: Record<string, string>
}
