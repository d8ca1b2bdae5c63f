import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import PDFDocument from 'pdfkit'
import { ZipFile } from 'yazl'
import type { Grid } from './grid.ts'
import type { List } from './model.ts'

/** Writes a list as a file. */

const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
function inWindows1251(text: string): Buffer {
  return Buffer.from(Array.from(text, letter => letters.indexOf(letters.includes(letter) ? letter : '?')))
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

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cells of a row with how far they extend; those that others cover are left out. */
function spannedCells({ rows, merges }: Grid, row: number) {
  const width = Math.max(0, ...rows.map(cells => cells.length))
  return Array.from({ length: width }, (_, column) => {
    const text = rows[row]?.[column]?.text ?? ''
    const over = merges.find(
      merge =>
        row >= merge.row &&
        row < merge.row + merge.rows &&
        column >= merge.column &&
        column < merge.column + merge.columns,
    )
    const isStart = over?.row === row && over.column === column
    return { text, column, over, isCovered: over !== undefined && !isStart }
  })
}

function page(grid: Grid): string {
  const rows = grid.rows.map((_, at) => {
    const cells = spannedCells(grid, at).flatMap(({ text, over, isCovered }) =>
      isCovered
        ? []
        : [
            `<td${over && over.rows > 1 ? ` rowspan=${over.rows}` : ''}${over && over.columns > 1 ? ` colspan="${over.columns}"` : ''}>${escaped(text).replaceAll('\n', '<br>')}</td>`,
          ],
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<html><head><meta charset="utf-8"><style>td { border: 1px solid }</style></head><body><table>\n${rows.join('\n')}\n</table></body></html>`
}

const zipDate = new Date(2027, 0, 1)

async function wordDocument(grid: Grid): Promise<Buffer> {
  const rows = grid.rows.map((_, at) => {
    const cells = spannedCells(grid, at).flatMap(({ text, over, isCovered, column }) => {
      // A cell below the first of a merge stays, one beside it does not.
      if (isCovered && over && (over.row === at || column !== over.column)) return []
      const span = over && over.columns > 1 ? `<w:gridSpan w:val="${over.columns}"/>` : ''
      const below = over && over.rows > 1 ? `<w:vMerge${over.row === at ? ' w:val="restart"' : ''}/>` : ''
      const lines = (isCovered ? '' : text)
        .split('\n')
        .map(line => `<w:p><w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`)
      return [`<w:tc><w:tcPr>${span}${below}</w:tcPr>${lines.join('')}</w:tc>`]
    })
    return `<w:tr>${cells.join('')}</w:tr>`
  })
  const zip = new ZipFile()
  const add = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`), name, {
      mtime: zipDate,
    })
  add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  )
  add(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  )
  add(
    'word/document.xml',
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:tbl>${rows.join('')}</w:tbl><w:p/></w:body></w:document>`,
  )
  zip.end()
  return buffer(zip.outputStream)
}

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf',
)
let font: Buffer | undefined

async function paper(grid: Grid): Promise<Buffer> {
  const [size, gap, margin] = [8, 14, 30]
  const document = new PDFDocument({ autoFirstPage: false, info: { CreationDate: zipDate } })
  const output = buffer(document)
  font ??= readFileSync(fontFile)
  document.registerFont('text', font)
  document.font('text').fontSize(size)
  const width = Math.max(0, ...grid.rows.map(row => row.length))
  const isHeading = (row: Grid['rows'][number]) => row.filter(({ text }) => text !== '').length <= 1
  const widthOf = (text: string) => Math.max(0, ...text.split('\n').map(line => document.widthOfString(line)))
  const widths = Array.from({ length: width }, (_, column) =>
    Math.max(
      10,
      ...grid.rows.filter(row => width === 1 || !isHeading(row)).map(row => widthOf(row[column]?.text ?? '')),
    ),
  )
  const lefts = widths.map((_, column) => margin + widths.slice(0, column).reduce((sum, each) => sum + each + gap, 0))
  const wide = Math.max(600, (lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0) + margin)
  let top = Number.POSITIVE_INFINITY
  for (const row of grid.rows) {
    const lines = Math.max(1, ...row.map(({ text }) => text.split('\n').length))
    if (top + lines * 10 > 800) {
      document.addPage({ size: [wide, 842], margin: 0 })
      document.font('text').fontSize(size)
      top = margin
    }
    row.forEach(({ text }, column) => {
      text.split('\n').forEach((line, at) => {
        if (line.trim()) document.text(line, lefts[column] ?? margin, top + at * 9.5, { lineBreak: false })
      })
    })
    top += lines * 9.5 + 6
  }
  document.end()
  return output
}

export async function fileOf(list: List, grids: Grid[]): Promise<Buffer> {
  const [first] = grids
  if (!first) throw new Error('A list without sheets')
  if (list.format === 'xlsx' || list.format === 'ods') return workbook(grids, list.format)
  if (list.format === 'csv') return Buffer.from(`\ufeff${inText(first, list.separator)}`)
  if (list.format === 'csv1251') return inWindows1251(inText(first, list.separator))
  if (list.format === 'tsv' || list.format === 'pasted') return Buffer.from(inText(first, '\t', '\n'))
  if (list.format === 'lines') return Buffer.from(first.rows.map(([cell]) => cell?.text ?? '').join('\n'))
  if (list.format === 'html' || list.format === 'html_xls') return Buffer.from(page(first))
  if (list.format === 'docx') return wordDocument(first)
  return paper(first)
}
