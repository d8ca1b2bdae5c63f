import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { looksLikeFormula, plainCell, type TableCell, type TableSheet } from './tables.ts'

function field(from: TableCell): string {
  const cell = plainCell(from)
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // A leading ' keeps spreadsheets from calculating text that looks like a formula. The import removes it.
  const text = looksLikeFormula(cell) ? `'${cell}` : cell
  return /[";\n\r]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** Characters in one part. */
const partSize = 64 * 1024

/**
 * A table as CSV that the Russian Excel opens correctly (semicolons, decimal commas, UTF-8 with a byte order mark), in
 * parts: the rows are read as the parts are taken.
 */
export async function* csvOf({ columns, rows }: TableSheet): AsyncGenerator<Buffer> {
  const yieldNow = yieldToEventLoop()
  let text = `\ufeff${columns.map(({ title }) => field(title)).join(';')}\r\n`
  for await (const row of rows) {
    text += `${row.map(field).join(';')}\r\n`
    if (text.length > partSize) {
      yield Buffer.from(text)
      text = ''
    }
    await yieldNow()
  }
  if (text !== '') yield Buffer.from(text)
}
