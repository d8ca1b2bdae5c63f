import { looksLikeFormula, type TableCell, type TableSheet } from './write-xlsx.ts'

function field(cell: TableCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // A leading ' keeps spreadsheets from calculating text that looks like a formula. The import removes it.
  const text = looksLikeFormula(cell) ? `'${cell}` : cell
  return /[";\n\r]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes a table as CSV that the Russian Excel opens correctly: semicolons, decimal commas, UTF-8 with a byte order
 * mark.
 */
export async function writeCsv({ columns, rows }: TableSheet): Promise<Buffer> {
  const lines = [columns.map(({ title }) => field(title)).join(';')]
  for (const row of rows) {
    lines.push(row.map(field).join(';'))
    if (lines.length % 500 === 0) await new Promise<void>(resolve => setImmediate(resolve))
  }
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}
