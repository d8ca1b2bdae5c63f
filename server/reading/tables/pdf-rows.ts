// The lines of a table in a PDF as its rows: a row may have several lines, because cells wrap what does not fit.
import { type Block, type Column, covered } from './pdf-columns.ts'
import { isNumber, type Line, type Piece } from './pdf-lines.ts'

interface Cell {
  columns: number
  text: string
  /** The last one of those that stand in it. */
  piece: Piece
}
type Cells = ReadonlyMap<number, Cell>

/** A line with what stands in it by column. */
interface PlacedLine {
  line: Line
  cells: Cells
}

/** A row of a table: the lines that it takes, and by column what is written in them. */
export interface PdfRow {
  first: Line
  last: Line
  /** How many lines it has. */
  height: number
  /** The columns of the last line. */
  lastColumns: Set<number>
  cells: Map<number, Cell>
  /** Nobody can tell whether it is a row, or the rest of the row above. */
  mayContinue: boolean
  /** Nobody can tell whether it is one row, or two. */
  mayBeTwo: boolean
}

/** Lines that overlap stand beside each other, not below. */
const overlapping = 0.85
/** The distance to a wrapped line, as a part of that to the next row; and how far distances of rows differ. */
const wrapped = 0.8
const alike = 1.1
/** Lines of a cell are no further apart, in sizes of their letters. */
const loosest = 1.5
/** Points by which edges of the lines of a cell may differ. */
const sameEdge = 2
/** No row has more lines: its cells are looked at again with each. */
const highest = 200
/** This part of distances between rows may be smaller by mistake. */
const mistaken = 0.1

/** Joins what a wrapped cell says; smaller letters below are another paragraph. */
function wrap(above: Cell, below: Cell): Cell {
  const isOther = Math.abs(above.piece.size - below.piece.size) > 0.05 * above.piece.size
  const sign = isOther ? '\n' : /\p{L}-$/u.test(above.text.slice(-2)) ? '' : ' '
  return { ...above, text: above.text + sign + below.text, piece: below.piece }
}

/** Where cells of a table often begin and end, in units of two points. */
function edgesOf({ lines }: Block): Set<number> {
  const tabular = lines.filter(({ pieces }) => pieces.length > 1)
  const edges = tabular.flatMap(({ pieces }) => pieces.flatMap(({ left, right }) => [edgeOf(left), edgeOf(right)]))
  const counts = Map.groupBy(edges, edge => edge)
  const often = Math.max(tabular.length < 4 ? 1 : 2, tabular.length / 10)
  return new Set([...counts].flatMap(([edge, { length }]) => (length >= often ? [edge] : [])))
}
const edgeOf = (place: number) => Math.round(place / 2)
const isEdge = (place: number, edges: Set<number>) => edges.has(edgeOf(place))

/** Whether a line is one piece that stands as no cell of any column does. */
const isUnlikeCells = ({ pieces: [piece, ...others] }: Line, edges: Set<number>) =>
  piece !== undefined && others.length === 0 && !isEdge(piece.left, edges) && !isEdge(piece.right, edges)

/** The column that is nearest to a piece which stands in none. */
function nearest({ left, right }: Piece, columns: Column[]): number {
  const distances = columns.map(column => Math.max(column.left - right, left - column.right))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/**
 * Where the pieces of a line belong. A heading stands alone, unlike the cells of any column, and belongs in the first;
 * `isApart`: the lines around are as far away as other rows.
 */
function placesOf(line: Line, columns: Column[], edges: Set<number>, isApart: boolean): Cells {
  const cells = new Map<number, Cell>()
  const isHeading = isApart && isUnlikeCells(line, edges)
  for (const piece of line.pieces) {
    const [at = nearest(piece, columns), ...more] = isHeading ? [0] : covered(piece, columns)
    const known = cells.get(at)
    const cell = { columns: line.pieces.length === 1 ? 1 : more.length + 1, text: piece.text, piece }
    cells.set(at, known ? { ...known, text: `${known.text} ${piece.text}`, piece } : cell)
  }
  return cells
}

const distanceOf = (above: Line, below: Line) =>
  above.page === below.page ? below.y - above.y : Number.POSITIVE_INFINITY

/** So many cells of a row tell it from the rest of one. */
const fewestOfRow = ({ columns }: Block) => Math.max(2, columns.length / 2)

/** Whether two lines are of two rows: both fill most columns, or state a number in the same one. */
function areTwoRows(one: Line, other: Line, block: Block): boolean {
  if (Math.min(one.pieces.length, other.pieces.length) < 2) return false
  const columnOf = (piece: Piece) => covered(piece, block.columns)[0]
  const numbers = new Set(one.pieces.filter(({ text }) => isNumber(text)).map(columnOf))
  const isFull = ({ pieces }: Line) => pieces.length > fewestOfRow(block)
  return (
    (isFull(one) && isFull(other)) || other.pieces.some(piece => isNumber(piece.text) && numbers.has(columnOf(piece)))
  )
}

/**
 * The distance from the last line of a row to the first of the next one: as small as it is between lines that must be of
 * two rows, or above headings. Where there are none, what is clearly more than the smallest distance.
 */
function distanceOfRows(block: Block, edges: Set<number>): number {
  const certain: number[] = []
  const all: number[] = []
  for (const [at, line] of block.lines.entries()) {
    const before = block.lines[at - 1]
    const distance = before ? distanceOf(before, line) : Number.POSITIVE_INFINITY
    if (!before || distance <= overlapping * line.size || distance >= 4 * line.size) continue
    all.push(distance)
    const isHeading = before.pieces.length >= fewestOfRow(block) && isUnlikeCells(line, edges)
    if (isHeading || areTwoRows(before, line, block)) certain.push(distance)
  }
  const sorted = (certain.length > 0 ? certain : all).toSorted((one, other) => one - other)
  if (certain.length > 0) return sorted[Math.floor(sorted.length * mistaken)] ?? 0
  const [smallest = 0] = sorted
  return sorted.find(distance => distance * wrapped > smallest) ?? smallest
}

const isClash = (one: Cells, other: Cells) =>
  [...one].some(([place, { text }]) => isNumber(text) && isNumber(other.get(place)?.text ?? ''))

/** Whether a line continues the row above: it stands beside its last line, or is the rest of its cells. */
function continues(row: PdfRow, { line, cells }: PlacedLine, within: number): boolean {
  if (row.height >= highest) return false
  const distance = distanceOf(row.last, line)
  const places = [...cells.keys()]
  if (distance < overlapping * Math.min(line.size, row.last.size))
    return places.every(place => !row.lastColumns.has(place))
  return (
    distance < within &&
    places.length < row.cells.size &&
    places.every(place => row.cells.has(place)) &&
    !isClash(cells, row.cells)
  )
}

/** Whether two pieces may be lines of one cell: in the same letters, and beginning, ending or centred alike. */
function areOfOneCell(one: Piece, other: Piece): boolean {
  const isSame = (a: number, b: number) => Math.abs(a - b) <= sameEdge
  return (
    one.font === other.font &&
    Math.abs(one.size - other.size) < 0.1 * one.size &&
    (isSame(one.left, other.left) ||
      isSame(one.right, other.right) ||
      isSame(one.left + one.right, other.left + other.right))
  )
}

/** Whether a line is the beginning of cells that this row goes on with: they stand at the bottom or in the middle. */
function leads({ line, cells }: PlacedLine, row: PdfRow): boolean {
  const distance = distanceOf(line, row.first)
  const isBeside = distance < overlapping * Math.min(line.size, row.first.size)
  return (
    row.height < highest &&
    cells.size < row.cells.size &&
    !isClash(cells, row.cells) &&
    [...cells].every(([place, { columns, piece }]) => {
      const below = row.cells.get(place)
      if (!below) return isBeside
      return columns === 1 && areOfOneCell(piece, below.piece)
    })
  )
}

const rowOf = ({ line, cells }: PlacedLine): PdfRow => ({
  first: line,
  last: line,
  height: 1,
  lastColumns: new Set(cells.keys()),
  cells: new Map(cells),
  mayContinue: false,
  mayBeTwo: false,
})

function addBelow(row: PdfRow, { cells, last, lastColumns, height }: PdfRow) {
  for (const [place, cell] of cells) {
    const known = row.cells.get(place)
    row.cells.set(place, known ? wrap(known, cell) : cell)
  }
  Object.assign(row, { last, lastColumns, height: row.height + height })
}

/** The rows of lines in order, each continued by what stands below its first line. */
function rowsDownward(lines: PlacedLine[], within: number): PdfRow[] {
  const rows: PdfRow[] = []
  for (const placed of lines) {
    const row = rows.at(-1)
    if (row && continues(row, placed, within)) addBelow(row, rowOf(placed))
    else rows.push(rowOf(placed))
  }
  return rows
}

/** The rows of lines of which the one at `main` fills most columns: those around it are the rest, as far as they can be. */
function rowsAround(main: number, lines: PlacedLine[], within: number): PdfRow[] {
  const [row, ...below] = rowsDownward(lines.slice(main), within)
  if (!row) return []
  const above = lines.slice(0, main)
  for (let last = above.at(-1); last && leads(last, row); last = above.at(-1)) {
    above.pop()
    const whole = rowOf(last)
    addBelow(whole, row)
    Object.assign(row, { first: last.line, cells: whole.cells, height: whole.height })
  }
  return [...rowsDownward(above, within), row, ...below]
}

/** The rows of lines that stand as close as those of a cell. */
function rowsOfChain(lines: PlacedLine[], within: number, fewest: number): PdfRow[] {
  const counts = lines.map(({ line }) => line.pieces.length)
  const most = counts.reduce((one, other) => Math.max(one, other), 0)
  const main = counts.indexOf(most)
  if (most < fewest || main !== counts.lastIndexOf(most)) return rowsDownward(lines, within)
  const rows = rowsAround(main, lines, within)
  // Several lines of a row may fill many columns, but if some are of other rows nobody knows which.
  const isClear = rows.length === 1 || counts.filter(count => count >= fewest).length === 1
  return isClear ? rows : rowsDownward(lines, within)
}

/** Lines that stand as close to each other as those of a cell, or closer. */
function chainsOf(lines: PlacedLine[], within: number): PlacedLine[][] {
  const chains: PlacedLine[][] = []
  for (const placed of lines) {
    const last = chains.at(-1)
    const before = last?.at(-1)
    if (last && before && distanceOf(before.line, placed.line) < Math.max(within, overlapping * placed.line.size))
      last.push(placed)
    else chains.push([placed])
  }
  return chains
}

/** What no row begins with, what few begin with, of those also headings, and what no cell ends with. */
const surelyGoesOn = /^[·,;:)\]»]/u
const goesOn = /^[•+/(]/u
const goesOnOrHeads = /^[\p{Pd}\p{Ll}]/u
const staysOpen = /[·,(+/]$|\([^)]*$/u
/** So much of a cell's end is looked at. */
const longestEnd = 100
const isOpen = (text: string) => staysOpen.test(text.slice(-longestEnd))

/** Whether all cells of one row, half as many at most, may be lines of cells of the other. */
const areRestOf = (one: PdfRow, other: PdfRow) =>
  one.cells.size * 2 <= other.cells.size &&
  !isClash(one.cells, other.cells) &&
  [...one.cells].every(([place, { piece }]) => {
    const cell = other.cells.get(place)
    return cell !== undefined && areOfOneCell(piece, cell.piece)
  })

/** The first column of a row with words, in which headings may stand too. */
const columnOfWords = ({ cells }: PdfRow) =>
  Math.min(...[...cells].flatMap(([place, { text }]) => (/\p{L}{3}/u.test(text.slice(0, longestEnd)) ? [place] : [])))

/** Whether the words of a row go on in the next one, whose cells are lines of its cells or the other way round. */
function goOn(above: PdfRow, row: PdfRow): 'surely' | 'perhaps' | null {
  const isBelow = areRestOf(row, above)
  if (!isBelow && !areRestOf(above, row)) return null
  const [part, whole] = isBelow ? [row, above] : [above, row]
  const places = [...part.cells.keys()]
  const textOf = ({ cells }: PdfRow, place: number) => cells.get(place)?.text ?? ''
  const isSure = places.some(place => surelyGoesOn.test(textOf(row, place)) || isOpen(textOf(above, place)))
  if (isBelow && isSure) return 'surely'
  const first = columnOfWords(whole)
  const mayGoOn = (place: number) =>
    isSure || goesOn.test(textOf(row, place)) || (place > first && goesOnOrHeads.test(textOf(row, place)))
  return places.every(mayGoOn) ? 'perhaps' : null
}

/**
 * Joins rows that stand no closer than others but whose words go on, and doubts those that may: in lists without space
 * between their rows a wrapped cell looks like a row, and like a heading.
 */
function joinedByWords(rows: PdfRow[], distance: number, fewest: number): PdfRow[] {
  const joined: PdfRow[] = []
  for (const row of rows) {
    const above = joined.at(-1)
    const isNear =
      above !== undefined && distanceOf(above.last, row.first) <= Math.min(distance * alike, loosest * above.last.size)
    const how = isNear && above.height < highest ? goOn(above, row) : null
    if (above && how) {
      addBelow(above, row)
      above.mayBeTwo ||= how === 'perhaps'
      continue
    }
    row.mayContinue = isNear && areRestOf(row, above) && above.cells.size >= fewest
    joined.push(row)
  }
  return joined
}

/** The rows of a table, from top to bottom. */
export function rowsOfBlock(block: Block): PdfRow[] {
  const edges = edgesOf(block)
  const distance = distanceOfRows(block, edges)
  const within = wrapped * distance
  const fewest = fewestOfRow(block)
  const areApart = (line: Line, other: Line | undefined) =>
    other === undefined || Math.abs(distanceOf(line, other)) >= Math.max(within, overlapping * line.size)
  const lines = block.lines.map((line, at) => {
    const isApart = areApart(line, block.lines[at - 1]) && areApart(line, block.lines[at + 1])
    return { line, cells: placesOf(line, block.columns, edges, isApart) }
  })
  const rows = chainsOf(lines, within).flatMap(chain => rowsOfChain(chain, within, fewest))
  return joinedByWords(rows, distance, fewest)
}
