import { withoutInvisible } from '#contract/common.ts'
import { linesOf, type ReadLine, variantLimits, type WritableVariant } from '#contract/variants.ts'
import type { Habit } from '#server/reading/sizes/context.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { noSizes } from '#server/reading/sizes/sizes.ts'
import { type Amounts, foreignMoney, readBareNumber, readingsOf, takeAmounts } from './amounts-in-text.ts'

type Column =
  /** The word put before a number so that it is read as the column's measure. */
  | { is: 'size'; word: string }
  /** Prices in another currency, which stay in the rest of the line with their title. */
  | { is: 'foreign'; title: string }
  | { is: 'price' | 'wholesale' | 'quantity' | 'sku' | 'note' | 'number' | 'text' }

/** Columns by title; the first match counts. */
const titles: [RegExp, Column][] = [
  [/^(?:№|#|n$|п\/п|номер п)/iu, { is: 'number' }],
  [/артик|^код|^sku/iu, { is: 'sku' }],
  [foreignMoney, { is: 'foreign', title: '' }],
  [/опт/iu, { is: 'wholesale' }],
  [/цена|стоимость|розниц|руб|₽/iu, { is: 'price' }],
  [/кол-?во|колич|остат|налич|склад/iu, { is: 'quantity' }],
  [/примеч|коммент/iu, { is: 'note' }],
  [/штамб/iu, { is: 'size', word: 'выс. штамба' }],
  [/обхват|окружн/iu, { is: 'size', word: 'обхват' }],
  [/высот|^рост|^выс/iu, { is: 'size', word: 'выс.' }],
  [/ширин|крон/iu, { is: 'size', word: 'шир.' }],
  [/контейнер|литр/iu, { is: 'size', word: 'контейнер' }],
  [/^горшок/iu, { is: 'size', word: 'горшок' }],
  [/^ком(?!\p{L})|диам\S{0,20} кома/iu, { is: 'size', word: 'ком' }],
  [/размер|упаков|форма|пересад|наимен|назван|растен|сорт/iu, { is: 'text' }],
]

const metres = /(?:,|\()\s?м\)?\.?$/iu

function columnOf(title: string): Column | null {
  const column = titles.find(([pattern]) => pattern.test(title))?.[1] ?? null
  if (column?.is === 'foreign') return { is: 'foreign', title }
  return column?.is === 'size' && metres.test(title) ? { is: 'size', word: `${column.word}, м:` } : column
}

const cellsOf = (line: string) => line.split('\t').map(cell => cell.trim())

/** The columns named by a title line, or null if the line is not one. */
function columnsOf(line: string | undefined): (Column | null)[] | null {
  const cells = cellsOf(line ?? '')
  const stated = cells.filter(cell => cell !== '')
  const columns = cells.map(columnOf)
  const known = columns.filter(column => column !== null).length
  return stated.length > 1 && known * 2 >= stated.length && !stated.some(cell => /^\d/.test(cell)) ? columns : null
}

/** A variant of which nothing is known. */
export const emptyVariant: WritableVariant = {
  sku: null,
  ...noSizes,
  weight: null,
  volume: null,
  price: null,
  price_tiers: [],
  stock: 'in_stock',
  stock_quantity: null,
  stock_is_minimum: false,
  available_from: null,
  note: '',
}

interface LineText {
  /** The text for the notation parser. */
  sizes: string[]
  /** Cells that consist of a number, in columns without a title. */
  numbers: string[]
  amounts: Amounts & Pick<Partial<WritableVariant>, 'sku' | 'note'>
  /** Content of titled columns that does not match the title. */
  rest: string[]
}

/** Sorts the cells of a line by their columns, units and words. */
function sortCells(cells: string[], columns: (Column | null)[] | null): LineText {
  const sorted: LineText = { sizes: [], numbers: [], amounts: {}, rest: [] }
  const { amounts, rest } = sorted
  for (const [index, cell] of cells.entries()) {
    const column = columns?.[index] ?? null
    if (cell === '' || /^[\p{Pd}−]$/u.test(cell) || column?.is === 'number') continue
    const number = cells.length > 1 ? readBareNumber(cell) : null
    if (column?.is === 'size') {
      sorted.sizes.push(/^(?:\d|от|до|[>≥<≤])/iu.test(cell) ? `${column.word} ${cell}` : cell)
    } else if (column?.is === 'foreign') rest.push(`${column.title}: ${cell}`)
    else if (column?.is === 'sku') {
      if (cell.length <= variantLimits.sku && amounts.sku === undefined) amounts.sku = cell
      else rest.push(cell)
    } else if (column?.is === 'note') {
      if (cell.length <= variantLimits.note && amounts.note === undefined) amounts.note = cell
      else rest.push(cell)
    } else if (number && column && column.is !== 'text') {
      const readings = readingsOf(number)
      if (column.is === 'quantity' && readings.quantity) Object.assign(amounts, readings.quantity)
      else if (column.is === 'price' && readings.price && amounts.price === undefined) {
        amounts.price = number.value
      } else if (column.is === 'wholesale' && readings.price && amounts.price_tiers === undefined) {
        amounts.price_tiers = [{ quantity_from: null, price: number.value }]
      } else rest.push(cell)
    } else if (column && column.is !== 'text') {
      const taken = takeAmounts(cell)
      Object.assign(amounts, taken.amounts)
      const left = taken.left.replaceAll(' ; ', ' ').trim()
      if (left !== '') rest.push(left)
    } else if (number) sorted.numbers.push(cell)
    else sorted.sizes.push(cell)
  }
  return sorted
}

/** As long as the notation parser reads. */
const longestLine = 500

function readLine(
  line: string,
  columns: (Column | null)[] | null,
  habit: Habit | null,
): { variant: WritableVariant; line: ReadLine } {
  if (line.length > longestLine) {
    return {
      variant: emptyVariant,
      line: { text: line, rest: line, doubts: [{ code: 'too_long', text: '', alternatives: [] }] },
    }
  }
  const { sizes, numbers, amounts: stated, rest } = sortCells(cellsOf(line), columns)
  // Cells are separate: a number does not belong to the word in the next cell.
  const { amounts, left } = takeAmounts(sizes.join(' ; '))
  const notation = parseNotation(left, { habit })
  const variant: WritableVariant = { ...emptyVariant, ...notation.fields, ...amounts, ...stated }
  const doubts: ReadLine['doubts'] = [...notation.doubts]

  const read = numbers.flatMap(cell => {
    const number = readBareNumber(cell)
    return number ? [{ cell, number, readings: readingsOf(number) }] : []
  })
  const isInThousands = variant.form === 'young' || variant.root === 'tray' || variant.root === 'bare_root'
  const isPrice = ({ number, readings }: (typeof read)[number]) =>
    readings.price !== undefined && (number.hasKopecks || (number.value >= 1000 && !isInThousands))
  const namesPrice = variant.price !== null || columns?.some(column => column?.is === 'price')
  const prices = namesPrice ? [] : read.filter(isPrice)
  const [price] = prices
  if (price && prices.length === 1) variant.price = price.number.value
  for (const { cell, number, readings } of read) {
    if (prices.length === 1 && cell === price?.cell) continue
    const alternatives = [
      ...(variant.price === null && readings.price ? [readings.price] : []),
      ...(variant.stock_quantity === null && readings.quantity ? [readings.quantity] : []),
      ...(prices.length > 1 && readings.price ? [{ price_tiers: [{ quantity_from: null, price: number.value }] }] : []),
      ...parseNotation(cell, { habit }).doubts.flatMap(doubt => doubt.alternatives),
    ]
    if (alternatives.length > 0) doubts.push({ code: 'lone', text: cell, alternatives })
    else rest.push(cell)
  }
  return { variant, line: { text: line, rest: [notation.rest, ...rest].filter(Boolean).join(' '), doubts } }
}

/**
 * Reads lines of a price list, or cells copied from one: a variant for each line. Stated sizes, price and stock are in
 * the fields; a part with two readings is a doubt, and unrelated text is the rest.
 */
export function readLines(text: string, habit: Habit | null): { variants: WritableVariant[]; lines: ReadLine[] } {
  const lines = linesOf(withoutInvisible(text))
  const columns = columnsOf(lines[0])
  const read = (columns ? lines.slice(1) : lines).map(line => readLine(line, columns, habit))
  return { variants: read.map(({ variant }) => variant), lines: read.map(({ line }) => line) }
}
