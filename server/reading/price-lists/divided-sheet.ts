// A row of a file that offers several sizes of one plant is read as several rows, one for each.
import type { Sheet } from '#server/reading/tables/cells.ts'

/** Where a row that is read stands in the file. */
export interface Place {
  /** Counts from 0. */
  row: number
  /**
   * The column of the file in which a column of this row stands; null if the row has cells that the file does not have, a
   * line's parts: then these are shown.
   */
  columnOf: ((column: number) => number) | null
  /** It heads the rows below it, and that has been read. */
  isHeading?: true
}

/** A sheet as it is read, and where each of its rows stands in the sheet as it was written. */
export interface DividedSheet {
  sheet: Sheet
  places: Place[]
  /** The column that is read for a column of the file. */
  readColumn: (column: number) => number
}

const same = (column: number) => column

/** A sheet whose rows are read as they stand. */
export const undivided = (sheet: Sheet): DividedSheet => ({
  sheet,
  places: sheet.rows.map((_, row) => ({ row, columnOf: same })),
  readColumn: same,
})
