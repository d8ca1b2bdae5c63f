import type { ReactNode } from 'react'

/** A line of a comparison: a value for each thing in the order of its columns, `null` where it is not known. */
export interface Line {
  label: string
  cells: {
    /** By which cells are the same or not. */
    value: string | null
    /** What is shown where that is more than the value. */
    shown?: ReactNode
  }[]
  /** What is done with the things, rather than said of them: never left out, and no difference. */
  isAction?: boolean
}

/** Whether the things differ in it, as far as it is known: what is not known of one is a difference too. */
export const differs = ({ cells, isAction }: Line): boolean =>
  !isAction && new Set(cells.map(({ value }) => value)).size > 1

/** Without the lines of which nothing is known of anything, and of the others perhaps only those that differ. */
export const shownLines = (lines: readonly Line[], onlyDifferences: boolean): Line[] =>
  lines.filter(
    line => line.isAction || (line.cells.some(({ value }) => value !== null) && (!onlyDifferences || differs(line))),
  )
