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
import { type Block, blocksOf, outermost } from './pdf-columns.ts'
import { type Line, linesOf, type Piece, withoutRepeated } from './pdf-lines.ts'
import { rowsOfBlock } from './pdf-rows.ts'

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
  const y0 = b * x + d * y + f
  const piece = { left, right: left + item.width, y: y0, size, font: item.fontName, text: item.str.trim() }
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

function addBlock(rows: DocumentRows, block: Block): void {
  for (const { cells, mayBeTwo, mayContinue } of rowsOfBlock(block)) {
    rows.beginRow()
    if (mayBeTwo) rows.doubtRow('возможно, это две строки')
    if (mayContinue) {
      rows.doubtRow('возможно, это продолжение строки выше')
      rows.doubtRow('возможно, продолжается в строке ниже', true)
    }
    let next = 0
    for (const [at, { columns, text }] of [...cells].toSorted(([one], [other]) => one - other)) {
      rows.skipColumns(at - next)
      rows.beginCell()
      rows.extendCell({ columns })
      for (const line of text.split('\n')) {
        rows.write(line)
        rows.endLine()
      }
      rows.endCell()
      next = at + columns
    }
    rows.endRow()
  }
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
