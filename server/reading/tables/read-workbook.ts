import * as xlsx from '@e965/xlsx'
import { type Archive, packStored } from '#server/platform/media/unpack-zip.ts'
import {
  asXlsx,
  type Cell,
  cleanText,
  type Merge,
  refuse,
  refuseDamaged,
  refuseEncrypted,
  refuseUnknown,
  type RowDoubt,
  type Sheet,
  type TableCounter,
  tableLimits,
  textOfUnsaved,
  type WrittenDate,
} from './cells.ts'
import { hiddenRowsIn, unsavedFormula, withFormulasTold } from './workbook-parts.ts'

const tooManySheets = () => refuse(`В файле больше ${tableLimits.sheets} листов. Оставьте листы с растениями.`)

/**
 * The parts of a workbook that contain cells or say how to read them. Pictures, macros and links to other files are not
 * unpacked.
 */
const needed = /^(?:.+\.xml|_rels\/\.rels|xl\/_rels\/[^/]+|mimetype)$/
const unneeded =
  /^xl\/(?:calcChain\.xml$|comments|drawings|charts|pivot|externalLinks|threadedComments|persons|queryTables|slicer|ctrlProps|customXml)|^(?:customXml|Thumbnails|Configurations2|Object)/i

/**
 * Parts that the format does not require but the library does: how cells look, in documents that write it beside the
 * cells, and what the archive holds.
 */
const optionalOfOdf: Record<string, string> = {
  'styles.xml': '<office:document-styles/>',
  'META-INF/manifest.xml': '<manifest:manifest/>',
}

/** Counts tags without converting the whole part to a string. */
function countOf(part: Buffer, tag: string): number {
  let count = 0
  for (let at = part.indexOf(tag); at >= 0; at = part.indexOf(tag, at + tag.length)) count++
  return count
}

/** How the tag of a formula begins, with and without a name space. */
const formulas = ['<f>', '<f ', ':f>', ':f ']

function partOf(name: string, content: Buffer): Buffer {
  if (!name.startsWith('xl/worksheets/') || !formulas.some(tag => content.includes(tag))) return content
  // Byte by byte: all that is looked for and written is ASCII.
  return Buffer.from(withFormulasTold(content.toString('latin1')), 'latin1')
}

/** What a workbook says that the library does not report. */
interface Repacked {
  content: Buffer
  /** How many sheets are charts, dialogs or macros. */
  charts: number
  /** Of each sheet of an ods, in order. */
  hiddenRows: ReadonlySet<number>[]
}

/** Checks an archive and returns it without compression and without unneeded parts. */
function repack(archive: Archive): Repacked {
  const isOdf = archive.names.includes('content.xml')
  const wanted = archive.names.filter(name => needed.test(name) && !unneeded.test(name))
  if (wanted.filter(name => name.startsWith('xl/worksheets/')).length > tableLimits.sheets) return tooManySheets()
  let hiddenRows: Repacked['hiddenRows'] = []
  const parts = wanted.map(name => ({ name, content: partOf(name, archive.read(name)) }))
  for (const { name, content } of parts) {
    // Neither format uses document types. Their only use here would be an attack by expanding entities.
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) {
      refuse('Файл устроен не как таблица: в нём есть определения, которых там быть не должно.')
    }
    if (name === 'META-INF/manifest.xml' && content.includes('encryption-data')) return refuseEncrypted()
    if (name === 'content.xml') {
      if (content.includes('<office:text')) {
        refuse('Это документ OpenDocument: откройте его в LibreOffice или Word и сохраните как docx.')
      }
      if (!content.includes('office:spreadsheet')) return refuseUnknown()
      if (countOf(content, '<table:table ') > tableLimits.sheets) return tooManySheets()
      // Byte by byte: all that is looked for is ASCII.
      if (content.includes('table:visibility')) hiddenRows = hiddenRowsIn(content.toString('latin1'))
    }
    if (name === 'xl/workbook.xml' && countOf(content, '<sheet ') > tableLimits.sheets) return tooManySheets()
  }
  for (const [name, content] of Object.entries(isOdf ? optionalOfOdf : {})) {
    if (!wanted.includes(name)) parts.push({ name, content: Buffer.from(content) })
  }
  const charts = archive.names.filter(name => /^xl\/(?:chartsheets|dialogsheets|macrosheets)\/[^/]+\.xml$/.test(name))
  return { content: packStored(parts), charts: charts.length, hiddenRows }
}

const monthCode = /m/i
const literals = /\[[^\]]*\]|"[^"]*"|\\./g

/** The parts of a date that its format shows; null for times and for formats without a date. */
function showsOf(format: string): WrittenDate['shows'] | null {
  const [bare = ''] = format.replaceAll(literals, '').split(';')
  if (/[hs]/i.test(bare) || !monthCode.test(bare)) return /y/i.test(bare) || /d/i.test(bare) ? 'whole' : null
  const [day, year] = [/d/i.test(bare), /y/i.test(bare)]
  if (day && !year) return 'day_month'
  return year && !day ? 'month_year' : 'whole'
}

const rubles = /₽|руб\.?|р\.|RUB|\s/giu

/** Whether a format shows letters beside the number that belong to the value. Rubles do not count. */
function writesBeside(format: string): boolean {
  const [positive = ''] = format.split(';')
  const currency = [...positive.matchAll(/\[\$([^\]-]*)/g)].map(([, sign]) => sign).join('')
  const quoted = [...positive.matchAll(/"([^"]*)"|\\(.)/g)].map(([, text = '', sign = '']) => text + sign).join('')
  const bare = positive.replaceAll(literals, '')
  const text = `${currency}${quoted}${/[€$£%]/.exec(bare)?.[0] ?? ''}`.replaceAll(rubles, '')
  return /[\p{L}\p{Sc}+%]/u.test(text) || /^0{2,}$/.test(bare.trim())
}

function cellOf(cell: xlsx.CellObject, is1904: boolean): Cell {
  const { t, v } = cell
  if (v === undefined || v === null) return ''
  if (t === 'b') return v ? 'ИСТИНА' : 'ЛОЖЬ'
  if (t === 'e') return xlsx.utils.format_cell(cell) || '#ОШИБКА'
  if (v instanceof Date) {
    return { year: v.getUTCFullYear(), month: v.getUTCMonth() + 1, day: v.getUTCDate(), shows: 'whole' }
  }
  if (typeof v === 'string') return v === unsavedFormula ? textOfUnsaved : cleanText(v)
  if (typeof v !== 'number' || !Number.isFinite(v)) return String(v)
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (format !== 'General' && format !== '@') {
    if (xlsx.SSF.is_date(format)) {
      const shows = showsOf(format)
      const date = shows && xlsx.SSF.parse_date_code(v, { date1904: is1904 })
      if (date && shows) return { year: date.y, month: date.m, day: date.d, shows }
    } else if (writesBeside(format)) {
      const text = cleanText(xlsx.SSF.format(format, v)).replace(/(?<=\d)%$/, ' %')
      if (text !== '') return { number: v, text }
    }
  }
  // Removes the rounding error of numbers like 0.1 + 0.2.
  return Number(v.toPrecision(12))
}

const lengthOf = (cell: Cell) =>
  typeof cell === 'string' ? cell.length : typeof cell === 'number' ? 8 : 'text' in cell ? cell.text.length : 8

/**
 * The indexes used in a sparse row or sheet. Refuses the file if a key is not a valid index, because its cells would be
 * lost silently.
 */
function placesOf(sparse: object, most: number): number[] {
  return Object.keys(sparse).map(key => {
    const place = Number(key)
    if (!Number.isInteger(place) || place < 0 || place >= most) {
      refuse('В файле есть ячейки за пределами листа: он повреждён или собран нарочно.')
    }
    return place
  })
}

function sheetOf(
  name: string,
  sheet: xlsx.WorkSheet,
  isHidden: boolean,
  is1904: boolean,
  counter: TableCounter,
): Sheet {
  const data = (sheet['!data'] ?? []) as (xlsx.CellObject | undefined)[][]
  const filled = new Map<number, Cell[]>()
  let last = -1
  for (const row of placesOf(data, 1_048_576)) {
    const line = data[row]
    if (!line) continue
    const cells: Cell[] = []
    for (const column of placesOf(line, 16_384)) {
      const held = line[column]
      const cell = held ? cellOf(held, is1904) : ''
      if (cell === '') continue
      counter.addCell(column, lengthOf(cell))
      while (cells.length < column) cells.push('')
      cells[column] = cell
    }
    if (cells.length === 0) continue
    counter.addFilledRow()
    filled.set(row, cells)
    last = Math.max(last, row)
  }
  counter.addRows(last + 1)
  const rows = Array.from({ length: last + 1 }, (_, row) => filled.get(row) ?? [])
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const merges: Merge[] = []
  for (const { s, e } of (sheet['!merges'] ?? []).slice(0, tableLimits.merges)) {
    const merge = {
      top: s.r,
      left: s.c,
      bottom: Math.min(e.r, rows.length - 1),
      right: Math.min(e.c, width - 1),
    }
    if (merge.top <= merge.bottom && merge.left <= merge.right) merges.push(merge)
  }
  return { name, isHidden, rows, merges }
}

const isTold = (cell: Cell) => cell === textOfUnsaved

/**
 * Adds what a row leaves open: that it is hidden, as nurseries do with what they do not sell, and formulas whose values
 * nobody has saved.
 */
function withDoubts(sheet: Sheet, isHiddenRow: (row: number) => boolean): Sheet {
  const doubts: RowDoubt[] = []
  for (const [row, cells] of sheet.rows.entries()) {
    const first = cells.findIndex(cell => cell !== '')
    if (first >= 0 && isHiddenRow(row)) doubts.push({ row, column: first, text: 'строка скрыта в файле' })
    if (!cells.some(isTold)) continue
    for (const [column, cell] of cells.entries())
      if (isTold(cell)) doubts.push({ row, column, text: `${textOfUnsaved}: откройте файл в Excel и сохраните его` })
  }
  return doubts.length > 0 ? { ...sheet, doubts } : sheet
}

/** The names of the sheets. Repeated ones get a number, because rows are identified by sheet name. */
function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, at) => {
    let unique = cleanText(name).slice(0, 200) || `Лист${at + 1}`
    while (taken.has(unique)) unique += ` (${at + 1})`
    taken.add(unique)
    return unique
  })
}

/** Reads xlsx and ods. Throws UnreadableTable. */
export function readWorkbook(archive: Archive, counter: TableCounter): Sheet[] {
  return sheetsOf(repack(archive), counter)
}

/** Reads xls. Throws UnreadableTable. */
export async function readOldWorkbook(bytes: Buffer, counter: TableCounter): Promise<Sheet[]> {
  const streams = oleStreams(bytes)
  if (streams.has('EncryptedPackage')) return refuseEncrypted()
  if (streams.has('WordDocument')) {
    return refuse('Это документ старого Word: откройте его в Word или LibreOffice и сохраните как docx.')
  }
  if (!streams.has('Workbook') && !streams.has('Book')) return refuseUnknown()
  // Old workbooks use the code page of their country.
  xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  return sheetsOf({ content: bytes, charts: 0, hiddenRows: [] }, counter)
}

function sheetsOf({ content, charts, hiddenRows }: Repacked, counter: TableCounter): Sheet[] {
  let book: xlsx.WorkBook
  try {
    book = xlsx.read(content, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      // Tells which rows are hidden.
      cellStyles: true,
      bookVBA: false,
    })
  } catch (error) {
    const { message } = error as Error
    if (/password|encrypt/i.test(message)) return refuseEncrypted()
    return refuseDamaged()
  }
  if (book.SheetNames.length > tableLimits.sheets) return tooManySheets()
  // The library leaves out sheets that it cannot read. A price list with a missing sheet would be wrong, so the file is
  // refused.
  const read = new Set(book.SheetNames.filter(name => book.Sheets[name])).size
  if (read + charts < book.SheetNames.length)
    refuse(`Файл повреждён: один из листов не удалось прочитать. Если он открывается, ${asXlsx}`)
  const is1904 = Boolean(book.Workbook?.WBProps?.date1904)
  const names = uniqueNames(book.SheetNames)
  const isHidden = (at: number) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
  const leavesOutHidden = counter.bounds.onlyVisible && !book.SheetNames.every((_, at) => isHidden(at))
  return book.SheetNames.flatMap((name, at) => {
    const sheet = book.Sheets[name]
    if (!sheet) return []
    // The library also returns charts, macros and dialogs as sheets.
    if (sheet['!type'] !== undefined && sheet['!type'] !== 'sheet') return []
    if (leavesOutHidden && isHidden(at)) return []
    const read = sheetOf(names[at] ?? name, sheet, isHidden(at), is1904, counter)
    return [withDoubts(read, row => hiddenRows[at]?.has(row) ?? sheet['!rows']?.[row]?.hidden === true)]
  })
}

/** The names of the streams in an OLE file. */
function oleStreams(bytes: Buffer): Set<string> {
  try {
    const { FileIndex } = xlsx.CFB.read(bytes, { type: 'buffer' }) as { FileIndex: { name: string }[] }
    return new Set(FileIndex.map(({ name }) => name))
  } catch {
    return refuseDamaged()
  }
}
