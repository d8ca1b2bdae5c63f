import {
  cleanText,
  type Merge,
  onlySheet,
  refuseLong,
  type RowDoubt,
  type Sheet,
  type TableCounter,
  tableLimits,
} from './cells.ts'

interface OpenCell {
  column: number
  columns: number
  rows: number
  /** A cell that is merged with the one above it says so itself, as documents do. */
  isContinued: boolean
  lines: string[]
  length: number
}

interface OpenTable {
  /** The cells of the open row that are complete; null between rows. */
  row: string[] | null
  /** Whether a part of the open row is among the rows already, because a table stands inside it. */
  isSplit: boolean
  column: number
  cell: OpenCell | null
  /** By column, the cell that extends from above: in how many more rows, and as which area. */
  above: ({ left: number; area: Merge } | undefined)[]
  /** By column, the area of the last cell that begins there. */
  last: (Merge | undefined)[]
}

/** Characters of a line or cell as it is written, spaces counted; of what is kept the counter knows the limit. */
const longestText = 4 * tableLimits.cell

/** The rows of a sheet, counted as they are added. Empty ones are added, and count, when one that is not follows them. */
export function countedRows(counter: TableCounter) {
  const rows: string[][] = []
  let width = 0
  let empty = 0
  return {
    rows,
    /** The number that the next row will have. */
    at: () => rows.length + empty,
    /** The most cells of a row. */
    width: () => width,
    /** Missing cells are empty. */
    addRow(written: (string | undefined)[]): void {
      const cells: string[] = []
      for (const [column, cell] of written.entries()) {
        if (cell === '' || cell === undefined) continue
        counter.addCell(column, cell.length)
        while (cells.length < column) cells.push('')
        cells[column] = cell
      }
      if (cells.length === 0) {
        empty++
        return
      }
      counter.addRows(empty + 1)
      counter.addFilledRow()
      for (; empty > 0; empty--) rows.push([])
      rows.push(cells)
      width = Math.max(width, cells.length)
    },
  }
}

/**
 * The rows of a document in which tables stand between paragraphs, told from its beginning to its end: each row of a
 * table is a row, and so is each line outside of tables, as one cell (several, if tabs divide it). A table inside a cell
 * gives rows of its own at its place. Rows, cells and characters are counted as they come.
 */
export function documentRows(counter: TableCounter) {
  const { rows, at, width, addRow } = countedRows(counter)
  const areas = new Set<Merge>()
  const doubts: RowDoubt[] = []
  const tables: OpenTable[] = []
  let text = ''

  /** Puts what is written in a cell into its row. */
  function keepCell(row: string[], cell: OpenCell): void {
    const content = cell.lines.join('\n')
    cell.lines = []
    if (cell.column < tableLimits.columns) row[cell.column] = content
    // Throws: an empty cell may stand anywhere.
    else if (content !== '') counter.addCell(cell.column, content.length)
  }

  /** Adds the part of a row that stands before something that has rows of its own. */
  function splitRow(table: OpenTable): void {
    const { row, cell } = table
    if (!row) return
    if (cell) keepCell(row, cell)
    if (row.some(one => one !== '')) addRow(row)
    table.row = []
    table.isSplit = true
  }

  function endLine(): void {
    if (text === '') return
    const written = text
    text = ''
    const table = tables.at(-1)
    if (table?.cell) {
      const line = cleanText(written.replaceAll('\t', ' '))
      if (line === '') return
      table.cell.lines.push(line)
      table.cell.length += line.length + 1
      if (table.cell.length > longestText) refuseLong()
      return
    }
    const cells = written.split('\t', tableLimits.columns + 1).map(cleanText)
    if (cells.every(cell => cell === '')) return
    if (table) splitRow(table)
    addRow(cells)
  }

  function endCell(): void {
    endLine()
    const table = tables.at(-1)
    const cell = table?.cell
    if (!table?.row || !cell) return
    const { column, columns, rows: high, isContinued } = cell
    keepCell(table.row, cell)
    if (column < tableLimits.columns) {
      const right = Math.min(column + columns, tableLimits.columns) - 1
      const area = (isContinued && table.last[column]) || { top: at(), left: column, bottom: at(), right }
      area.bottom = at()
      table.last[column] = area
      if ((columns > 1 || high > 1 || isContinued) && areas.size < tableLimits.merges) areas.add(area)
      for (let one = column; one <= right && high > 1; one++) table.above[one] = { left: high, area }
    }
    table.column = column + columns
    table.cell = null
  }

  function endRow(): void {
    endCell()
    endLine()
    const table = tables.at(-1)
    if (!table?.row) return
    const row = at()
    if (!table.isSplit || table.row.some(one => one !== '')) addRow(table.row)
    for (const [column, span] of table.above.entries()) {
      if (!span) continue
      span.area.bottom = Math.max(span.area.bottom, row)
      if (--span.left <= 0) table.above[column] = undefined
    }
    table.row = null
  }

  function beginTable(): void {
    endLine()
    const outer = tables.at(-1)
    if (outer) splitRow(outer)
    tables.push({ row: null, isSplit: false, column: 0, cell: null, above: [], last: [] })
  }

  function beginRow(): OpenTable {
    endRow()
    if (tables.length === 0) beginTable()
    const table = tables.at(-1) as OpenTable
    Object.assign(table, { row: [], isSplit: false, column: 0 })
    return table
  }

  return {
    /** Adds to the line at hand. */
    write(more: string) {
      text += more
      if (text.length > longestText) refuseLong()
    },
    endLine,
    beginTable,
    endTable() {
      endRow()
      tables.pop()
    },
    beginRow() {
      beginRow()
    },
    endRow,
    /** Tells what is open about the row at hand; `above`: or about the one before it, unless the row at hand is a heading. */
    doubtRow(text: string, above = false) {
      const row = at()
      doubts.push(above ? { row: row - 1, column: 0, text, unlessHeading: row } : { row, column: 0, text })
    },
    /** Leaves columns of the row at hand empty. */
    skipColumns(count: number) {
      const table = tables.at(-1)
      if (table?.row) table.column += count
    },
    beginCell() {
      endCell()
      endLine()
      const table = tables.at(-1)?.row ? (tables.at(-1) as OpenTable) : beginRow()
      while (table.above[table.column]) table.column++
      table.cell = { column: table.column, columns: 1, rows: 1, isContinued: false, lines: [], length: 0 }
    },
    /** Says how far the cell at hand extends. */
    extendCell(extent: Partial<Pick<OpenCell, 'columns' | 'rows' | 'isContinued'>>) {
      const cell = tables.at(-1)?.cell
      if (cell) Object.assign(cell, extent)
    },
    endCell,
    /** How many tables stand inside each other here. */
    depth: () => tables.length,
    finish(): Sheet[] {
      while (tables.length > 0) this.endTable()
      endLine()
      const merges = [...areas].flatMap(({ top, left, bottom, right }) => {
        const merge = { top, left, bottom: Math.min(bottom, rows.length - 1), right: Math.min(right, width() - 1) }
        return merge.top <= merge.bottom && merge.left <= merge.right ? [merge] : []
      })
      return [{ name: onlySheet, isHidden: false, rows, merges, ...(doubts.length > 0 && { doubts }) }]
    },
  }
}

export type DocumentRows = ReturnType<typeof documentRows>
