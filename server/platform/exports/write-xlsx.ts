import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { escapeXml } from './escape-xml.ts'
import { looksLikeFormula, type NumberFormat, type TableCell, type TableSheet } from './tables.ts'

/** Excel allows 32,767 characters per cell, and reads «_x0041_» as the character of this number. */
const asXml = (text: string) => escapeXml(text.slice(0, 32_767).replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))

/** `A`, `B` … of a column, counted from 0. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const style = { plain: 0, title: 1, guarded: 2, money: 3, quantity: 4, moneySum: 5, quantitySum: 6 }

const isOfKind = (cell: TableCell, key: 'bold' | 'formula') => cell !== null && typeof cell === 'object' && key in cell

/** `isBold`: the cell is a title, or a sum with a heading of its own. */
function cellXml(cell: TableCell, place: string, isBold: boolean, format?: NumberFormat): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') {
    // Whole quantities have no decimals: Excel would write a lonely comma.
    const look = format === 'quantity' && !Number.isInteger(cell) ? 'money' : format
    const number = look ? ` s="${style[look]}"` : ''
    return `<c r="${place}"${number}><v>${cell}</v></c>`
  }
  if (typeof cell === 'object') {
    if ('bold' in cell) return cellXml(cell.bold, place, true)
    const look = format === 'quantity' ? 'quantity' : 'money'
    return `<c r="${place}" s="${style[isBold ? (`${look}Sum` as const) : look]}"><f>${asXml(cell.formula)}</f><v>${cell.value}</v></c>`
  }
  // A cell style that keeps text as text even after somebody edits the cell, as if it had been typed after a '.
  const kind = isBold ? style.title : looksLikeFormula(cell) ? style.guarded : style.plain
  return `<c r="${place}" s="${kind}" t="inlineStr"><is><t xml:space="preserve">${asXml(cell)}</t></is></c>`
}

function rowXml(cells: TableCell[], number: number, columns: TableSheet['columns']): string {
  const isTitle = number === 1
  const hasHeading = cells.some(cell => isOfKind(cell, 'bold'))
  const written = cells.map((cell, index) => {
    const isBold = isTitle || (hasHeading && isOfKind(cell, 'formula'))
    return cellXml(cell, `${columnName(index)}${number}`, isBold, columns[index]?.format)
  })
  return `<row r="${number}">${written.join('')}</row>`
}

/** Text above or below a printed page: at the left, with `&` doubled, at most 255 characters. */
const ofPage = (text: string) => `&amp;L${escapeXml(text.replaceAll('&', '&&').slice(0, 240))}`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet's XML in parts, so that it is never in memory as a whole. Other requests have their turns in between. */
async function* sheetXml({ columns, rows, print }: TableSheet): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  let text = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  text += `<cols>${widths.join('')}</cols><sheetData>`
  text += rowXml(
    columns.map(({ title }) => title),
    1,
    columns,
  )
  const yieldNow = yieldToEventLoop()
  let number = 2
  for await (const row of rows) {
    text += rowXml(row, number++, columns)
    if (text.length > partSize) {
      yield Buffer.from(text)
      text = ''
    }
    await yieldNow()
  }
  const footer = print
    ? `<headerFooter><oddHeader>${ofPage(print.above)}</oddHeader><oddFooter>${ofPage(print.below)}</oddFooter></headerFooter>`
    : ''
  yield Buffer.from(`${text}</sheetData>${footer}</worksheet>`)
}

const stylesXml = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/><xf numFmtId="3" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** Characters of XML that are compressed at once. */
const partSize = 64 * 1024

/** Sheet names for Excel: unique, at most 31 characters, without forbidden characters. */
function sheetNames(sheets: TableSheet[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }, index) => {
    const plain =
      name
        .replace(/[[\]:*?/\\']/g, ' ')
        .slice(0, 31)
        .trim() || `Лист${index + 1}`
    const free = taken.has(plain.toLowerCase()) ? `${plain.slice(0, 27)} ${index + 1}` : plain
    taken.add(free.toLowerCase())
    return free
  })
}

/** A constant date, so that the same table gives the same file. */
const written = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * Tables as a workbook in which the titles stay visible, in parts: the rows are read as the parts are taken, and no
 * further once the reader has left.
 */
export async function* xlsxOf(sheets: TableSheet[]): AsyncGenerator<Buffer> {
  const names = sheetNames(sheets)
  const paths = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const overrides = paths.map(path => `<Override PartName="/xl/${path}" ContentType="${type}.worksheet+xml"/>`)
  const listed = names.map(
    (name, index) => `<sheet name="${asXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const related = paths.map(
    (path, index) => `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="${path}"/>`,
  )
  const package_ = 'http://schemas.openxmlformats.org/package/2006'
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.once('error', (error: Error) => output.destroy(error))
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, written)
  add(
    '[Content_Types].xml',
    `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${overrides.join('')}</Types>`,
  )
  add(
    '_rels/.rels',
    `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${package_}/relationships">${related.join('')}<Relationship Id="rId${paths.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  )
  add('xl/styles.xml', stylesXml)
  const sources = sheets.map(sheet => Readable.from(sheetXml(sheet), { objectMode: false }))
  for (const [index, source] of sources.entries()) {
    source.once('error', error => output.destroy(error))
    zip.addReadStream(source, `xl/${paths[index]}`, written)
  }
  zip.end()
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    for (const source of sources) source.destroy()
  }
}
