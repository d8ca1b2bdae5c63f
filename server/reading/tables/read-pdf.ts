import type { PDFPageProxy } from 'unpdf/pdfjs'
import {
  refuse,
  refuseDamaged,
  refuseEncrypted,
  type Sheet,
  type TableCounter,
  tableLimits,
  tooMuchText,
  UnreadableTable,
} from './cells.ts'
import { type DocumentRows, documentRows } from './document-rows.ts'
import { type Block, blocksOf, type Column, covered, outermost } from './pdf-columns.ts'
import { isNumber, type Line, linesOf, type Piece, withoutRepeated } from './pdf-lines.ts'

/** Pages of a file: with 20,000 rows it has half of that. */
const mostPages = 1000

const noText = () =>
  refuse(
    'Это скан: в PDF нет текста. Пришлите файл, из которого его печатали (xlsx, docx), или перепишите список текстом.',
  )

/** Letters that fonts without a table of letters give. */
const unknownLetters = /[\p{Co}\p{Cc}\ufffd]/gu

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number]
type Transform = [number, number, number, number, number, number]

/** A text of a page at its place there; null for one outside of any page. */
function pieceOf(item: Item, [a, b, c, d, e, f]: Transform): Piece | null {
  if (!('str' in item) || item.str.trim() === '') return null
  const [, , skew, scale, x, y] = item.transform as Transform
  const left = a * x + c * y + e
  const size = Math.min(200, Math.hypot(skew, scale))
  const piece = { left, right: left + item.width, y: b * x + d * y + f, size, text: item.str.trim() }
  const isOnPage = piece.left > outermost.left && piece.right < outermost.right && Math.abs(piece.y) < outermost.right
  return isOnPage && size > 0 && piece.right >= left ? piece : null
}

/** The lines of each page. Throws UnreadableTable. */
async function pagesOf(bytes: Buffer, counter: TableCounter): Promise<Line[][]> {
  // Only where it is needed: it is large.
  const { getDocument } = await import('unpdf/pdfjs')
  const loading = getDocument({
    data: new Uint8Array(bytes),
    // A page that cannot be read would be missing in silence.
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    verbosity: 0,
  })
  try {
    const file = await loading.promise
    if (file.numPages > mostPages) refuse('В PDF больше 1 000 страниц. Разделите его на части.')
    const pages: Line[][] = []
    let letters = 0
    let count = 0
    for (let number = 1; number <= file.numPages; number++) {
      const page = await file.getPage(number)
      const { transform } = page.getViewport({ scale: 1 })
      const pieces: Piece[] = []
      const stream = page.streamTextContent().getReader()
      for (;;) {
        const { value, done } = await stream.read()
        if (done) break
        for (const item of (value as { items: Item[] }).items) {
          const piece = pieceOf(item, transform as Transform)
          if (!piece) continue
          pieces.push(piece)
          letters += piece.text.length
          if (++count > tableLimits.cells || letters > counter.bounds.text) refuse(tooMuchText(counter.bounds))
        }
      }
      pages.push(linesOf(number, pieces))
      page.cleanup()
    }
    return pages
  } catch (error) {
    if (error instanceof UnreadableTable) throw error
    return (error as Error).name === 'PasswordException' ? refuseEncrypted() : refuseDamaged()
  } finally {
    await loading.destroy()
  }
}

/** A row: the lines that it takes, and by column what is written in them. */
interface Row {
  last: Line
  /** The columns of the last line. */
  lastColumns: Set<number>
  cells: Map<number, { columns: number; text: string }>
}

/** Lines that overlap stand beside each other, not below. */
const overlapping = 0.85
/** The distance to a wrapped line, as a part of that to the next row. */
const wrapped = 0.8

/** Joins what a wrapped cell says. */
const wrap = (text: string, more: string) => (/\p{L}-$/u.test(text) ? text + more : `${text} ${more}`)

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

/** The column that is nearest to a piece which stands in none. */
function nearest({ left, right }: Piece, columns: Column[]): number {
  const distances = columns.map(column => Math.max(column.left - right, left - column.right))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/**
 * Where the pieces of a line belong. A heading stands alone, unlike the cells of any column, and belongs in the first;
 * `isApart`: the lines around are as far away as other rows.
 */
function placesOf({ pieces }: Line, columns: Column[], edges: Set<number>, isApart: boolean): Row['cells'] {
  const cells: Row['cells'] = new Map()
  for (const piece of pieces) {
    const isHeading = isApart && pieces.length === 1 && !isEdge(piece.left, edges) && !isEdge(piece.right, edges)
    const [at = nearest(piece, columns), ...more] = isHeading ? [0] : covered(piece, columns)
    const known = cells.get(at)
    const cell = { columns: pieces.length === 1 ? 1 : more.length + 1, text: piece.text }
    cells.set(at, known ? { ...known, text: `${known.text} ${piece.text}` } : cell)
  }
  return cells
}

/** The usual distance from one row to the next: before lines that fill most columns. */
function distanceOf({ lines, columns }: Block): number {
  const distances = lines.flatMap((line, at) => {
    const before = lines[at - 1]
    if (before?.page !== line.page || line.pieces.length < Math.max(2, columns.length / 2)) return []
    const distance = line.y - before.y
    return distance > overlapping * line.size && distance < 4 * line.size ? [distance] : []
  })
  return distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
}

/** Whether a line continues the row above: it stands beside its last line, or is the rest of its cells. */
function continues(row: Row, line: Line, cells: Row['cells'], usual: number): boolean {
  if (row.last.page !== line.page) return false
  const distance = line.y - row.last.y
  const places = [...cells.keys()]
  if (distance < overlapping * Math.min(line.size, row.last.size)) {
    return places.every(place => !row.lastColumns.has(place))
  }
  return (
    distance < wrapped * usual &&
    places.length < row.cells.size &&
    places.every(place => row.cells.has(place)) &&
    !places.some(place => [cells, row.cells].every(one => isNumber(one.get(place)?.text ?? '')))
  )
}

function addBlock(rows: DocumentRows, block: Block): void {
  const usual = distanceOf(block)
  const edges = edgesOf(block)
  let row: Row | null = null
  function add(): void {
    if (!row) return
    rows.beginRow()
    let next = 0
    for (const [at, { columns, text }] of [...row.cells].toSorted(([one], [other]) => one - other)) {
      rows.skipColumns(at - next)
      rows.beginCell()
      rows.extendCell({ columns })
      rows.write(text)
      rows.endCell()
      next = at + columns
    }
    rows.endRow()
  }
  const areApart = (line: Line, other: Line | undefined) =>
    other?.page !== line.page || Math.abs(line.y - other.y) >= Math.max(wrapped * usual, overlapping * line.size)
  for (const [at, line] of block.lines.entries()) {
    const isApart = areApart(line, block.lines[at - 1]) && areApart(line, block.lines[at + 1])
    const cells = placesOf(line, block.columns, edges, isApart)
    const lastColumns = new Set(cells.keys())
    if (row && continues(row, line, cells, usual)) {
      for (const [place, cell] of cells) {
        const known = row.cells.get(place)
        row.cells.set(place, known ? { ...known, text: wrap(known.text, cell.text) } : cell)
      }
      Object.assign(row, { last: line, lastColumns })
    } else {
      add()
      row = { last: line, lastColumns, cells }
    }
  }
  add()
}

/** Reads the text of a PDF as a table, by where it stands. Throws UnreadableTable. */
export async function readPdf(bytes: Buffer, counter: TableCounter): Promise<Sheet[]> {
  const pages = await pagesOf(bytes, counter)
  const lines = withoutRepeated(pages)
  if (lines.length === 0) return noText()
  const text = lines.flatMap(({ pieces }) => pieces.map(piece => piece.text)).join('')
  if ((text.match(unknownLetters)?.length ?? 0) * 5 > text.length) {
    refuse('Шрифты этого PDF не говорят, какие в нём буквы. Пришлите файл, из которого его печатали (xlsx, docx).')
  }
  const rows = documentRows(counter)
  for (const block of blocksOf(lines)) addBlock(rows, block)
  const bare = pages.flatMap((own, at) => (own.length === 0 ? [at + 1] : []))
  if (bare.length > 0) {
    rows.endTable()
    rows.write(`Примечание: без текста страницы ${bare.slice(0, 20).join(', ')}${bare.length > 20 ? '…' : ''}`)
    rows.endLine()
  }
  return rows.finish()
}
