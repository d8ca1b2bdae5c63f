import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import PDFDocument from 'pdfkit'
import { ZipFile } from 'yazl'
import { fontFile } from '#server/platform/print/fonts.ts'

/** A list as people write it: rows of cells; a row of one cell is a heading, above or between the tables. */
export type ListRows = string[][]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The list cut into headings and tables, in order. */
function partsOf(rows: ListRows): (string | ListRows)[] {
  const parts: (string | ListRows)[] = []
  for (const row of rows) {
    const last = parts.at(-1)
    if (row.length === 1) parts.push(row[0] ?? '')
    else if (typeof last === 'object') last.push(row)
    else parts.push([row])
  }
  return parts
}

export function xlsxFile(rows: ListRows): Buffer {
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows), 'Лист1')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

/** A ZIP archive, compressed. */
export async function zipOf(parts: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** A DOCX file with this body (WordprocessingML). */
export const docxOf = (body: string): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr/></w:body></w:document>`,
  })

const paragraph = (text: string) => `<w:p><w:pPr/><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`

export const docxFile = (rows: ListRows): Promise<Buffer> =>
  docxOf(
    partsOf(rows)
      .map(part =>
        typeof part === 'string'
          ? paragraph(part)
          : `<w:tbl><w:tblPr/>${part.map(row => `<w:tr>${row.map(cell => `<w:tc><w:tcPr/>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
      )
      .join(''),
  )

/** A page as it is exported: headings, and tables whose ends are left out where HTML allows it. */
export const pageFile = (rows: ListRows): string => {
  const body = partsOf(rows).map(part =>
    typeof part === 'string'
      ? `<h2>${escaped(part)}</h2>`
      : `<table border=1><tbody>${part.map(row => `<tr>${row.map(cell => `<td>${escaped(cell).replaceAll(' ', '&nbsp;')}`).join('\n')}`).join('\n')}</table>`,
  )
  return `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Прайс</title><style>td {color: red}</style></head><body>${body.join('\n')}</body></html>`
}

/** A PDF file, as `draw` fills it. */
export function pdfOf(
  draw: (file: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const file = new PDFDocument({ size: 'A4', margin: 40, ...options })
  file.registerFont('text', fontFile('label')).registerFont('bold', fontFile('labelBold'))
  file.font('text').fontSize(9)
  draw(file)
  file.end()
  return buffer(file)
}

/** A printed list: texts at the left, numbers at the right; the titles of the table on each page, a long cell in lines. */
export function pdfFile(rows: ListRows, rowsOnPage = 5): Promise<Buffer> {
  const titles = rows.find(({ length }) => length > 1) ?? []
  const width = 515 / titles.length
  return pdfOf(file => {
    let y = 40
    const place = (row: string[]) => {
      const heights = row.map((cell, at) => {
        const align = /^\d+$/.test(cell) ? 'right' : 'left'
        file.font(row.length === 1 ? 'bold' : 'text')
        const options = row.length === 1 ? {} : ({ width: width - 8, align } as const)
        file.text(cell, 40 + at * width + 4, y, options)
        return file.heightOfString(cell, options)
      })
      y += Math.max(...heights) + 7
    }
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % rowsOnPage === 0) {
        file.addPage()
        y = 40
        place(titles)
      }
      place(row)
    }
  })
}

/** As a spreadsheet puts it on the clipboard. */
export const pastedText = (rows: ListRows): string => rows.map(row => `${row.join('\t')}\n`).join('')

/** A PDF file of these objects as they are written, the first being its catalogue. */
export function rawPdf(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    offsets.push(at)
    parts.push(part)
    at += part.length
  }
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** A stream object of a PDF file, compressed. */
export function pdfStream(content: Buffer | string, entries = ''): Buffer {
  const packed = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}
