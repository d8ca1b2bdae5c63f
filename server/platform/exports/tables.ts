/** A text, a number, or nothing. */
export type TableCell = string | number | null

/** A table to be written; its rows may be read from the database while it is written. */
export interface TableSheet {
  name: string
  columns: { title: string /** In characters. */; width: number }[]
  rows: Iterable<TableCell[]> | AsyncIterable<TableCell[]>
}

/** Whether a spreadsheet would calculate this text after somebody edits the cell. */
export const looksLikeFormula = (text: string) => /^[=+\-@\t\r]/.test(text)
