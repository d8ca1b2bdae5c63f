import * as xlsx from '@e965/xlsx'
import type { Grid } from './grid.ts'
import type { List } from './model.ts'

/** Writes a list as a file. */

const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
/** Letters that windows-1251 does not have, as programs replace them. */
const replaced: Record<string, string> = {
  '×': 'x',
  '✓': '+',
  ø: 'd',
  Ø: 'D',
  '÷': '-',
  ä: 'a',
  ö: 'o',
  ü: 'u',
  ß: 'ss',
  '₽': 'р.',
}

function inWindows1251(text: string): Buffer {
  const bytes = Array.from(text, letter => {
    const known = letters.includes(letter) ? letter : (replaced[letter] ?? '?')
    return [...known].map(each => letters.indexOf(each))
  })
  return Buffer.from(bytes.flat())
}

const quoted = (text: string, separator: string) =>
  /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

const inText = (grid: Grid, separator: string, end = '\r\n') => {
  const width = Math.max(0, ...grid.rows.map(row => row.length))
  return grid.rows
    .map(row => Array.from({ length: width }, (_, at) => quoted(row[at]?.text ?? '', separator)).join(separator))
    .join(end)
}

function workbook(grids: Grid[], bookType: 'xlsx' | 'ods' | 'xlml'): Buffer {
  const book = xlsx.utils.book_new()
  for (const grid of grids) {
    const sheet = xlsx.utils.aoa_to_sheet(
      grid.rows.map(row => row.map(({ text, value }) => value ?? (text === '' ? null : text))),
    )
    sheet['!merges'] = grid.merges.map(({ row, column, rows, columns }) => ({
      s: { r: row, c: column },
      e: { r: row + rows - 1, c: column + columns - 1 },
    }))
    xlsx.utils.book_append_sheet(book, sheet, grid.name)
  }
  return xlsx.write(book, { type: 'buffer', bookType, compression: true }) as Buffer
}

export async function fileOf(list: List, grids: Grid[]): Promise<Buffer> {
  const [first] = grids
  if (!first) throw new Error('A list without sheets')
  if (list.format === 'xlsx' || list.format === 'ods') return workbook(grids, list.format)
  if (list.format === 'csv') return Buffer.from(`\ufeff${inText(first, list.separator)}`)
  if (list.format === 'csv1251') return inWindows1251(inText(first, list.separator))
  if (list.format === 'tsv' || list.format === 'pasted') return Buffer.from(inText(first, '\t', '\n'))
  if (list.format === 'lines') return Buffer.from(first.rows.map(([cell]) => cell?.text ?? '').join('\n'))
  throw new Error(`Cannot write ${list.format}`)
}
