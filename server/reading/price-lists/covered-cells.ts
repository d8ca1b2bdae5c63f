import type { Cell, Sheet } from '#server/reading/tables/cells.ts'

/** The cells of a sheet, where a cell that is merged over several rows applies to each of them. */
export class CoveredCells {
  readonly #rows: Cell[][]
  readonly #covered = new Map<string, Cell>()
  /** The other rows of a cell that is merged over several rows, by the place of the cell. */
  readonly #rowsOf = new Map<string, number[]>()

  constructor({ rows, merges }: Sheet) {
    this.#rows = rows
    let left = 200_000
    for (const { top, left: column, bottom, right } of merges) {
      const value = rows[top]?.[column] ?? ''
      if (value === '' || bottom === top || right > column + 1) continue
      const covered: number[] = []
      for (let row = top + 1; row <= bottom && left > 0; row++, left--) {
        if ((rows[row]?.[column] ?? '') !== '') continue
        this.#covered.set(`${row} ${column}`, value)
        covered.push(row)
      }
      for (const row of [top, ...covered]) this.#rowsOf.set(`${row} ${column}`, covered)
    }
  }

  at(row: number, column: number): Cell {
    const own = this.#rows[row]?.[column] ?? ''
    return own !== '' ? own : (this.#covered.get(`${row} ${column}`) ?? '')
  }

  /** Whether a cell above is merged over this place. */
  isCovered(row: number, column: number): boolean {
    return this.#covered.has(`${row} ${column}`)
  }

  /** The rows below the first one of a merged cell. */
  rowsBelow(row: number, column: number): number[] | undefined {
    return this.#rowsOf.get(`${row} ${column}`)
  }
}
