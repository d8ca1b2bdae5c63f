import { withoutInvisible } from '#contract/common.ts'
import { priceListLimits } from '#contract/price-lists.ts'
import { projectLimits } from '#contract/project-limits.ts'

/** A date cell of a spreadsheet. The parts that its format shows tell what was typed. */
export interface WrittenDate {
  year: number
  month: number
  day: number
  shows: 'day_month' | 'month_year' | 'whole'
}

/** A number whose format shows more than the number: `"C"0`, `0" см"`, `€ 0.00`. */
export interface WrittenNumber {
  number: number
  text: string
}

/** The content of a cell with a formula whose value the file does not hold. */
export const textOfUnsaved = 'формула без значения'

/** The content of a cell; `''` for an empty one. */
export type Cell = string | number | WrittenDate | WrittenNumber

/** Cells displayed as one. Rows and columns count from 0; both ends are included. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

/** What a file leaves open about a row beside what its cells say: the row is offered only if a person agrees. */
export interface RowDoubt {
  /** Row and column count from 0. */
  row: number
  column: number
  /** In Russian, as what could not be read. */
  text: string
  /** It is no doubt if this row is a heading. */
  unlessHeading?: number
}

export interface Sheet {
  name: string
  /** Whether the sheet is hidden. */
  isHidden: boolean
  /** All rows down to the last one with content. The first is row 1 of the file. */
  rows: Cell[][]
  merges: Merge[]
  doubts?: RowDoubt[]
}

/** The name of the only sheet of a file that has no sheets. */
export const onlySheet = 'Лист1'

/**
 * A file that exceeds these limits is not a real price list. `cells`, `text` (characters) and `rows` are for the whole
 * file.
 */
export const tableLimits = {
  sheets: priceListLimits.sheets,
  rows: priceListLimits.rows,
  columns: priceListLimits.columns,
  /** Characters; the maximum of Excel. */
  cell: 32_767,
  cells: 1_000_000,
  /** 500 for each of the rows: lists of nurseries have a tenth of that. */
  text: 10_000_000,
  merges: 20_000,
} as const

/** What is read of a file at most, where that is less than `tableLimits`. */
export interface ReadingBounds {
  /** Rows with content, and characters of the whole file. */
  filledRows: number
  text: number
  /** Hidden sheets are left out if others are visible. */
  onlyVisible: boolean
}

/** Of a plant schedule: as many lines as a project has. */
export const scheduleBounds: ReadingBounds = { filledRows: projectLimits.lines, text: 1_000_000, onlyVisible: true }

const wholeFile: ReadingBounds = {
  filledRows: Number.POSITIVE_INFINITY,
  text: tableLimits.text,
  onlyVisible: false,
}

/** The reason why a file cannot be read, as a Russian sentence for its owner. */
export class UnreadableTable extends Error {}

/** More rows than a plant schedule may have. */
export class TooManyRows extends UnreadableTable {}

export const refuse = (sentence: string): never => {
  throw new UnreadableTable(sentence)
}

/** What to do with a table of a format that is not read. */
export const asXlsx = 'откройте его в Excel или LibreOffice и сохраните как xlsx.'

/** Refuses a file that is nothing of what is read. */
export const refuseUnknown = () =>
  refuse(
    `Такой файл мы не читаем: нужен xlsx, xls, ods, docx, pdf, html, csv или tsv с текстом. Если это таблица, ${asXlsx}`,
  )

/** Refuses a file that only its password opens. */
export const refuseEncrypted = () => refuse('Файл защищён паролем. Снимите пароль и загрузите его ещё раз.')

/** Refuses a file with a longer cell than `tableLimits` allow. */
export const refuseLong = () => refuse('В файле есть ячейка длиннее 32 767 знаков: это не прайс-лист.')

/** Refuses a table with more columns than `tableLimits` allow. */
export const refuseWide = () =>
  refuse(`В таблице больше ${tableLimits.columns} столбцов. Уберите лишнее и загрузите файл ещё раз.`)

/** What is said of a file that breaks the rules of its format. */
export const damaged =
  'Файл повреждён: таблицу в нём не удалось прочитать. Откройте его в программе, в которой он сделан, и сохраните заново как xlsx.'
export const refuseDamaged = () => refuse(damaged)

const thousands = (count: number) => count.toLocaleString('ru-RU').replaceAll(/\s/g, ' ')

const two = (number: number) => String(number).padStart(2, '0')

/**
 * Restores a size that a spreadsheet converted to a date: «10.дек» was "10-12", «дек.14» was "12-14". The smaller
 * number comes first.
 */
function textOfDate({ year, month, day, shows }: WrittenDate): string {
  if (shows === 'whole') return `${two(day)}.${two(month)}.${year}`
  const [one, other] = shows === 'day_month' ? [day, month] : [month, year % 100]
  return one <= other ? `${one}-${other}` : `${other}-${one}`
}

/** A cell as text, as its owner wrote it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return 'text' in cell ? cell.text : textOfDate(cell)
}

/** Removes invisible and control characters, and spaces at both ends. */
export const cleanText = (text: string) =>
  withoutInvisible(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Cc}/gu, sign => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll(/[\u00a0\u202f\u2007]/g, ' ')
    .trim()

/** A text as it is read from the cell of a text file: a leading `'` keeps spreadsheets from reading it as a formula. */
export const asRead = (text: string) => cleanText(text).replace(/^'(?=[=+\-@])/, '')

/** Why a file is not read that has too many cells or characters. */
export const tooMuchText = ({ text }: ReadingBounds) =>
  `В файле слишком много заполненных ячеек или больше ${thousands(text)} знаков. Разделите его на части.`

/** Counts the rows, cells and characters of a file. Throws UnreadableTable at the first limit that is exceeded. */
export function tableCounter(bounds: ReadingBounds = wholeFile) {
  let rows = 0
  let filledRows = 0
  let cells = 0
  let letters = 0
  return {
    bounds,
    addFilledRow() {
      if (++filledRows > bounds.filledRows)
        throw new TooManyRows(`В таблице больше ${thousands(bounds.filledRows)} строк.`)
    },
    addRows(count: number) {
      rows += count
      if (rows > tableLimits.rows) {
        refuse(`В файле больше ${thousands(tableLimits.rows)} строк. Разделите его на части.`)
      }
    },
    addCell(column: number, length: number) {
      cells++
      letters += length
      if (column >= tableLimits.columns) refuseWide()
      if (length > tableLimits.cell) refuseLong()
      if (cells > tableLimits.cells || letters > bounds.text) refuse(tooMuchText(bounds))
    },
    finish() {
      if (cells === 0) refuse('В файле нет ни одной заполненной ячейки.')
    },
  }
}

export type TableCounter = ReturnType<typeof tableCounter>
