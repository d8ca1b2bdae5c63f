import { breakLines, type Line, unitsOf } from '#server/platform/print/lines.ts'
import { ink, paper } from '#server/platform/print/paper.ts'
import type { Column, Sheet, Tag } from '#server/platform/print/sheet.ts'
import { type Style, styles } from '#server/platform/print/styles.ts'
import type { Inline, Table } from '../markdown/blocks.ts'
import { runsOf } from './runs.ts'

const padding = { x: 7, y: 4.5 }

interface Cell {
  lines: Line[]
  align: Table['align'][number]
  column: Column
}

/** Widths at which every word fits, where possible; the remaining width goes to the columns with more text. */
function columnWidths(sheet: Sheet, { head, rows }: Table, width: number): number[] {
  const needs = head.map((title, index) => {
    const cells: [Inline[], Style][] = [
      [title, styles.head],
      ...rows.map((row): [Inline[], Style] => [row[index] ?? [], styles.cell]),
    ]
    let [least, wished] = [0, 0]
    for (const [inlines, style] of cells) {
      const runs = runsOf(inlines, style)
      for (const unit of unitsOf(runs, sheet.measure)) least = Math.max(least, unit.width)
      for (const line of breakLines(runs, Number.POSITIVE_INFINITY, sheet.measure))
        wished = Math.max(wished, line.width)
    }
    return { least: least + 2 * padding.x + 0.5, wished: Math.max(least, wished) + 2 * padding.x + 0.5 }
  })
  const least = needs.reduce((sum, need) => sum + need.least, 0)
  const wished = needs.reduce((sum, need) => sum + need.wished, 0)
  if (least > width) return needs.map(need => (width * need.least) / least)
  if (wished <= width) return needs.map(need => need.wished + ((width - wished) * need.wished) / wished)
  const share = (width - least) / (wished - least)
  return needs.map(need => need.least + (need.wished - need.least) * share)
}

function layRow(sheet: Sheet, row: Inline[][], style: Style, { align }: Table, columns: Column[]): Cell[] {
  return columns.map((column, index) => ({
    column,
    align: align[index] ?? null,
    lines: breakLines(runsOf(row[index] ?? [], style), column.width, sheet.measure),
  }))
}

const heightOf = (cells: Cell[], { leading }: Style) =>
  Math.max(1, ...cells.map(cell => cell.lines.length)) * leading + 2 * padding.y

const pageHeight = paper.bottom - paper.top

interface LaidTable {
  head: Cell[]
  headHeight: number
  rows: { cells: Cell[]; height: number }[]
}

function layTable(sheet: Sheet, table: Table, { x, width }: Column): LaidTable {
  let left = x
  const columns = columnWidths(sheet, table, width).map(columnWidth => {
    const column = { x: left + padding.x, width: columnWidth - 2 * padding.x }
    left += columnWidth
    return column
  })
  const head = layRow(sheet, table.head, styles.head, table, columns)
  const rows = table.rows.map(row => {
    const cells = layRow(sheet, row, styles.cell, table, columns)
    return { cells, height: heightOf(cells, styles.cell) }
  })
  const headHeight = heightOf(head, styles.head)
  // A header of more than half a page is not repeated: it is drawn once, as a row, over as many pages as it needs.
  if (headHeight > pageHeight / 2)
    return { head: [], headHeight: 0, rows: [{ cells: head, height: headHeight }, ...rows] }
  return { head, headHeight, rows }
}

const sumOf = (rows: LaidTable['rows']) => rows.reduce((sum, { height }) => sum + height, 0)

/** A table up to this height is not split. */
const wholeUpTo = 170

/** The height of what is kept together at the start of a table: header and two rows, or all of a small table. */
function beginningOf({ headHeight, rows }: LaidTable): number {
  const whole = headHeight + sumOf(rows)
  return whole <= wholeUpTo ? whole : Math.min(headHeight + sumOf(rows.slice(0, 2)), pageHeight)
}

export const tableLeadHeight = (sheet: Sheet, table: Table, column: Column): number =>
  beginningOf(layTable(sheet, table, column))

/** Draws a table; its header is repeated on every further page. */
export function drawTable(sheet: Sheet, table: Table, column: Column, parent: Tag): void {
  const laid = layTable(sheet, table, column)
  const { head, headHeight, rows } = laid
  const element = sheet.tag(parent, 'Table')

  function rule(colour: string, width: number): void {
    sheet.decorate(() => {
      const { y, doc } = sheet
      doc
        .lineWidth(width)
        .moveTo(column.x, y)
        .lineTo(column.x + column.width, y)
        .stroke(colour)
    })
  }
  /** Draws `count` lines of each cell, starting at line `from`. */
  function drawLines(
    cells: Cell[],
    style: Style,
    from: number,
    count: number,
    tags: (Tag | null)[],
    type: string,
  ): void {
    const top = sheet.y
    for (const [index, { lines, align, column: cell }] of cells.entries()) {
      sheet.y = top + padding.y
      for (const line of lines.slice(from, from + count)) {
        const free = cell.width - line.width
        const shift = align === 'right' ? free : align === 'center' ? free / 2 : 0
        sheet.line(line, cell.x + shift, style.leading, tags[index] ?? null, type)
        sheet.y += style.leading
      }
    }
    sheet.y = top + count * style.leading + 2 * padding.y
  }
  /** A repeated header is decoration: screen readers have read it once. */
  function drawHead(isRepeated: boolean): void {
    if (head.length === 0) return
    sheet.decorate(() => sheet.doc.rect(column.x, sheet.y, column.width, headHeight).fill(ink.paper))
    const row = isRepeated ? null : sheet.tag(element, 'TR')
    const count = Math.max(1, ...head.map(cell => cell.lines.length))
    const tags = head.map(() => row && sheet.tag(row, 'TH'))
    drawLines(head, styles.head, 0, count, tags, 'TH')
    rule(ink.leaf, 0.9)
  }
  function turnPage(): void {
    sheet.newPage()
    drawHead(true)
  }

  sheet.need(beginningOf(laid))
  drawHead(false)
  for (const [index, { cells }] of rows.entries()) {
    // The last row is not alone on a page.
    const together = sumOf(rows.slice(index, index === rows.length - 2 ? index + 2 : index + 1))
    if (together > sheet.room && together <= pageHeight - headHeight) turnPage()
    const tr = sheet.tag(element, 'TR')
    const tags = cells.map(() => sheet.tag(tr, 'TD'))
    const count = Math.max(1, ...cells.map(cell => cell.lines.length))
    // A row that is taller than a page continues on the next.
    for (let done = 0; done < count;) {
      const fitting = Math.floor((sheet.room - 2 * padding.y + 0.01) / styles.cell.leading)
      if (fitting < 1) {
        turnPage()
        continue
      }
      const taken = Math.min(fitting, count - done)
      drawLines(cells, styles.cell, done, taken, tags, 'TD')
      done += taken
    }
    rule(ink.line, 0.6)
  }
}
