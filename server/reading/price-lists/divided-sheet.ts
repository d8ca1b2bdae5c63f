// A row of a file that offers several sizes of one plant is read as several rows, one for each.
import type { Cell, Sheet } from '#server/reading/tables/cells.ts'

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

/** A row that is read of a row of the file: its cells, and where they stand if not in the same columns. */
export interface ReadRow extends Partial<Omit<Place, 'row'>> {
  cells: Cell[]
}

/** A sheet of which each row is read as these rows. */
export function divided(
  sheet: Sheet,
  rowsOf: (cells: Cell[], row: number) => ReadRow[],
  readColumn: (column: number) => number = same,
): DividedSheet {
  const rows: Cell[][] = []
  const places: Place[] = []
  for (const [row, written] of sheet.rows.entries()) {
    for (const { cells, columnOf = same, ...heading } of rowsOf(written, row)) {
      rows.push(cells)
      places.push({ row, columnOf, ...heading })
    }
  }
  return { sheet: { ...sheet, rows }, places, readColumn }
}

/** A sheet whose rows are read as they stand. */
export const undivided = (sheet: Sheet): DividedSheet => ({
  ...divided(sheet, cells => [{ cells }]),
  sheet,
})
