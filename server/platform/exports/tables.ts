/** What a spreadsheet calculates, without `=`, with the result for programs that do not. */
export interface Formula {
  formula: string
  value: number
}

/** A heading among the rows. */
export interface BoldText {
  bold: string
}

/** A text, a number, or nothing. */
export type TableCell = string | number | Formula | BoldText | null

/** What a cell says, without how. */
export const plainCell = (cell: TableCell): string | number | null =>
  cell === null || typeof cell !== 'object' ? cell : 'formula' in cell ? cell.value : cell.bold

/** How the numbers of a column look: `1 234,50`, or `1 234`. */
export type NumberFormat = 'money' | 'quantity'

/** A table to be written; its rows may be read from the database while it is written. */
export interface TableSheet {
  name: string
  columns: { title: string /** In characters. */; width: number; format?: NumberFormat | undefined }[]
  /** What is printed above and below each page. */
  print?: { above: string; below: string }
  rows: Iterable<TableCell[]> | AsyncIterable<TableCell[]>
}

/** Whether a spreadsheet would calculate this text after somebody edits the cell. */
export const looksLikeFormula = (text: string) => /^[=+\-@\t\r]/.test(text)
