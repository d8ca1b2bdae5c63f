import { once } from 'node:events'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A text, a number, or nothing. */
export type TableCell = string | number | null

export interface TableSheet {
  name: string
  columns: { title: string /** In characters. */; width: number }[]
  rows: Iterable<TableCell[]>
}

/** Whether a spreadsheet would calculate this text after somebody edits the cell. */
export const looksLikeFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

/** Escapes a text and leaves out characters that XML does not allow. Excel allows 32,767 characters per cell. */
const asXml = (text: string) =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const style = { plain: 0, title: 1, guarded: 2 }

function cellXml(cell: TableCell, place: string, isTitle: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  // A cell style that keeps text as text even after somebody edits the cell, as if it had been typed after a '.
  const kind = isTitle ? style.title : looksLikeFormula(cell) ? style.guarded : style.plain
  return `<c r="${place}" s="${kind}" t="inlineStr"><is><t xml:space="preserve">${asXml(cell)}</t></is></c>`
}

const rowXml = (cells: TableCell[], number: number) =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, number === 1)).join('')}</row>`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Generates a sheet's XML in parts, so that it is never in memory as a whole. */
function* sheetXml({ columns, rows }: TableSheet): Iterable<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  yield `<cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(
    columns.map(({ title }) => title),
    1,
  )
  let number = 2
  for (const row of rows) yield rowXml(row, number++)
  yield '</sheetData></worksheet>'
}

const stylesXml = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

interface ZipEntry {
  name: string
  content: Buffer
  size: number
  crc: number
}

function smallEntry(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  return { name, content: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
}

/** Characters of XML compressed between two pauses. */
const partSize = 200_000

async function largeEntry(name: string, parts: Iterable<string>): Promise<ZipEntry> {
  const deflate = createDeflateRaw()
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const ended = once(deflate, 'end')
  let [crc, size, text] = [0, 0, '']
  async function flush(): Promise<void> {
    const bytes = Buffer.from(text)
    text = ''
    crc = crc32(bytes, crc)
    size += bytes.length
    if (!deflate.write(bytes)) await once(deflate, 'drain')
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  for (const part of parts) {
    text += part
    if (text.length > partSize) await flush()
  }
  await flush()
  deflate.end()
  await ended
  return { name, content: Buffer.concat(packed), size, crc }
}

/** A constant date, so that the same table gives the same file. */
const zipDate = 0x21

function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, size, crc } of entries) {
    const title = Buffer.from(name)
    // The fields from the version on: flags, method, time, date, CRC, both sizes, the lengths of name and extra field.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(zipDate, 8)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, title]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

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

/**
 * Writes tables as a workbook in which the titles stay visible. Pauses regularly, so that other requests are served.
 */
export async function writeXlsx(sheets: TableSheet[]): Promise<Buffer> {
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
  const entries = [
    smallEntry(
      '[Content_Types].xml',
      `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${overrides.join('')}</Types>`,
    ),
    smallEntry(
      '_rels/.rels',
      `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    smallEntry(
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    smallEntry(
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${package_}/relationships">${related.join('')}<Relationship Id="rId${paths.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    smallEntry('xl/styles.xml', stylesXml),
  ]
  for (const [index, sheet] of sheets.entries()) entries.push(await largeEntry(`xl/${paths[index]}`, sheetXml(sheet)))
  return zipOf(entries)
}
