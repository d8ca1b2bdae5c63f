import { looksLikeFormula, type TableCell, type TableSheet } from './write-xlsx.ts'

function field(cell: TableCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  // A spreadsheet calculates what begins like a formula, unless it stands behind a '; the import takes it off.
  const text = looksLikeFormula(cell) ? `'${cell}` : cell
  return /[";\n\r]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as a Russian Excel opens it: semicolons, decimal commas, UTF-8 with its mark. */
export async function writeCsv({ columns, rows }: TableSheet): Promise<Buffer> {
  const lines = [columns.map(({ title }) => field(title)).join(';')]
  for (const row of rows) {
    lines.push(row.map(field).join(';'))
    if (lines.length % 500 === 0) await new Promise<void>(resolve => setImmediate(resolve))
  }
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}
