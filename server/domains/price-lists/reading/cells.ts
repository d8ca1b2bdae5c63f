import { priceListLimits } from '#contract/price-lists.ts'

/** A cell that a spreadsheet holds as a date; what it shows of it tells what was typed. */
export interface WrittenDate {
  year: number
  month: number
  day: number
  shows: 'day_month' | 'month_year' | 'whole'
}

/** A number whose format writes something beside it: `"C"0`, `0" см"`, `€ 0.00`. */
export interface WrittenNumber {
  number: number
  text: string
}

/** What stands in a cell; `''` where nothing does. */
export type Cell = string | number | WrittenDate | WrittenNumber

/** Cells that are shown as one; places count from 0, both ends belong to it. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Sheet {
  name: string
  /** Not shown to who opens the file. Hidden rows and columns of a shown sheet are read like any other. */
  isHidden: boolean
  /** Down to the last one with something in it; the first is row 1 of the file. */
  rows: Cell[][]
  merges: Merge[]
}

/** Beyond these a file is no price list of people. */
export const tableLimits = {
  sheets: priceListLimits.sheets,
  rows: priceListLimits.rows,
  columns: priceListLimits.columns,
  /** As much as Excel takes. */
  cell: 32_767,
  cells: 1_000_000,
  text: 40_000_000,
  merges: 20_000,
} as const

/** Why a file cannot be read, as one sentence for its owner. */
export class UnreadableTable extends Error {}

export const refuse = (sentence: string): never => {
  throw new UnreadableTable(sentence)
}

const thousands = (count: number) => count.toLocaleString('ru-RU').replaceAll(/\s/g, ' ')

const two = (number: number) => String(number).padStart(2, '0')

/** A size that became a date is a size again: «10.дек» was "10-12", «дек.14» was "12-14"; sizes go up. */
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

/** Without what nobody sees: control characters, marks of direction, soft hyphens, spaces at the ends. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, sign => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll(/[\u00a0\u202f\u2007]/g, ' ')
    .trim()

/** Counts what was read of one file, and stops at the first limit. */
export function tableCounter() {
  let rows = 0
  let cells = 0
  let letters = 0
  return {
    addRows(count: number) {
      rows += count
      if (rows > tableLimits.rows) {
        refuse(`В файле больше ${thousands(tableLimits.rows)} строк. Разделите его на части.`)
      }
    },
    addCell(column: number, length: number) {
      cells++
      letters += length
      if (column >= tableLimits.columns) {
        refuse(`В таблице больше ${tableLimits.columns} столбцов. Уберите лишнее и загрузите файл ещё раз.`)
      }
      if (length > tableLimits.cell) refuse('В файле есть ячейка длиннее 32 767 знаков: это не прайс-лист.')
      if (cells > tableLimits.cells || letters > tableLimits.text) {
        refuse('В файле слишком много заполненных ячеек. Разделите его на части.')
      }
    },
    finish() {
      if (cells === 0) refuse('В файле нет ни одной заполненной ячейки.')
    },
  }
}

export type TableCounter = ReturnType<typeof tableCounter>
