import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { ZipFile } from 'yazl'

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

/** As a spreadsheet puts it on the clipboard. */
export const pastedText = (rows: ListRows): string => rows.map(row => `${row.join('\t')}\n`).join('')
