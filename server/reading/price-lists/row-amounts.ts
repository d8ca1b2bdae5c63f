// The prices and the stock in the cells of a row.
import type { RowProblem, UnreadText } from '#contract/price-lists.ts'
import { type PriceTier, variantLimits } from '#contract/variants.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { type Answers, answeredPriceWord, answeredStock, countWordKey, wordedCount } from './answers.ts'
import type { ColumnPlan, Layout } from './column-plan.ts'
import { isHarmless, mayChange } from './leftovers.ts'
import { countOf, namesPieces, unitOfMany } from './price-units.ts'
import { asText, problem } from './row-problems.ts'
import { namesPack, type PriceUnit } from './titles.ts'
import {
  isDash,
  isRetailFirst,
  namesTwoPrices,
  priceAndSizeIn,
  priceAndStockIn,
  type PriceReading,
  pricePairIn,
  readPrice,
  readStock,
  type StockReading,
} from './values.ts'

/** A price in another currency in the list's own words, with the rate that it states: «Цена, грн: 350». */
function foreignPrice({ title, currency, rate }: ColumnPlan, written: string): string {
  const said = rate === undefined ? '' : ` (${rate})`
  const named = `${asText(title.replaceAll(/\s+/g, ' ').trim()) || 'Цена'}: ${asText(written)}`
  return currency === null || named.toLowerCase().includes(currency.toLowerCase())
    ? named + said
    : `${named} ${currency}${said}`
}

export interface Group {
  size: string
  columns: ColumnPlan[]
}

/** The columns of a wide list, grouped by the size in their titles. */
export function groupsOf(layout: Layout): Group[] {
  const groups = new Map<string, ColumnPlan[]>()
  for (const column of layout.columns) {
    if (column.field === null || !isOfAmounts(column)) continue
    const list = groups.get(column.size)
    if (list) list.push(column)
    else groups.set(column.size, [column])
  }
  return [...groups].map(([size, columns]) => ({ size, columns }))
}

export const isOfAmounts = ({ field }: ColumnPlan) =>
  field === 'price' || field === 'price_wholesale' || field === 'stock' || (field?.startsWith('price_from:') ?? false)

export interface AmountsRead {
  price: number | null
  tiers: PriceTier[]
  stock: StockReading
  problems: RowProblem[]
  /** Sizes that stand beside the prices in their cells. */
  sizes: string[]
  /** What its cells say that has no field. */
  notes: string[]
  unread: UnreadText[]
  isRejected: boolean
  /** At least one of the cells is filled. */
  isStated: boolean
}

/** How many plants are in a pack of a row; null if nothing says it. */
export function packIn({ columns }: Pick<Layout, 'columns'>, cells: Cell[]): number | null {
  const counts = columns.flatMap(({ role, index }) => {
    const count = Number(textOf(role === 'pack' ? (cells[index] ?? '') : '').replace(/\D+$/u, ''))
    return Number.isInteger(count) && count >= 1 && count <= 10_000 ? [count] : []
  })
  return counts[0] ?? null
}

/** What the price and the stock of a row are counted in, if its column of units says it: «тыс. шт.» */
export const unitIn = ({ columns }: Pick<Layout, 'columns'>, cells: Cell[]): PriceUnit | null =>
  columns.map(({ role, index }) => (role === 'unit' ? unitOfMany(textOf(cells[index] ?? '')) : null)).find(Boolean) ??
  null

/** Whether the prices of a column are for packs, and the row says how many plants are in one. */
export const isOfKnownPack = ({ per, title }: ColumnPlan, perPack: number | null): boolean =>
  per === 'pack' && perPack !== null && namesPack(title)

/** The unit of a row counts where the title of the column says nothing of it. */
const unitOf = ({ title, factor }: ColumnPlan, unit: PriceUnit | null) =>
  factor === 1 && !namesPieces(title) ? unit : null

/** For what the prices of a column are in a row. */
export const pricedFor = (column: ColumnPlan, perPack: number | null, unit: PriceUnit | null): PriceUnit | null =>
  perPack !== null && isOfKnownPack(column, perPack) ? `pack:${perPack}` : (column.per ?? unitOf(column, unit))

const perPlant = (price: PriceReading, per: PriceUnit | null): PriceReading =>
  price.is === 'price' ? { ...price, price: Math.round((price.price / countOf(per)) * 100) / 100 } : price

/** A column and its cell; what a cell says of two columns, two prices or a price and a stock, is of both. */
function pricesApart(column: ColumnPlan, cell: Cell): { column: ColumnPlan; cell: Cell; size?: string }[] {
  const isNamed = namesTwoPrices(column.title)
  const pair = column.field === 'price' && (isNamed || column.isPaired === true) ? pricePairIn(cell) : null
  const both = column.field === 'price' ? priceAndStockIn(cell) : null
  const sized = column.field === 'stock' ? null : priceAndSizeIn(cell)
  if (sized) return [{ column, cell: sized[0], size: sized[1] }]
  if (both) {
    return [
      { column, cell: both[0] },
      { column: { ...column, field: 'stock', factor: 1 }, cell: both[1] },
    ]
  }
  if (!pair) return [{ column, cell }]
  const valueOf = (text: string) => {
    const price = readPrice(text, column.factor)
    return price.is === 'price' ? price.price : 0
  }
  const isInOrder = isNamed ? isRetailFirst(column.title) : valueOf(pair[0]) >= valueOf(pair[1])
  const [one, other] = isInOrder ? pair : pair.toReversed()
  return [
    { column, cell: one ?? '' },
    { column: { ...column, field: 'price_wholesale' }, cell: other ?? '' },
  ]
}

/** The count without decimals that say nothing; «12,500» keeps them, and is no number of plants. */
const countIn = ({ hasThousandths }: ColumnPlan, cell: Cell): Cell =>
  hasThousandths === true && typeof cell === 'string' ? cell.trim().replace(/,000$/u, '') : cell

/** A stock; counts in words that a person has explained, «500 куст.», are read without them. */
export function readCount(column: ColumnPlan, written: Cell, answers: Answers): StockReading {
  const cell = countIn(column, written)
  const counted = typeof cell === 'string' ? wordedCount(cell) : null
  const said = counted && answers.get(countWordKey(counted.word))
  return said ? readStock(counted.count, said === 'thousand' ? 1000 : column.factor) : readStock(cell, column.factor)
}

/** What two columns say of one stock: that there is none, or that it has to be ordered, counts. */
function together(one: StockReading, other: StockReading): StockReading {
  const isLess = one.stock !== undefined && one.stock !== 'in_stock'
  return { ...one, ...other, ...(isLess && { stock: one.stock }) }
}

/** Reads the prices and the stock in a row's cells. */
export function readAmounts(
  columns: ColumnPlan[],
  cells: Cell[],
  {
    wholesaleFrom,
    answers,
    perPack = null,
    unit = null,
  }: {
    wholesaleFrom: number | null
    answers: Answers
    /** How many plants are in a pack of this row, if the list says so. */
    perPack?: number | null
    /** What they are counted in where their title does not say it. */
    unit?: PriceUnit | null
  },
): AmountsRead {
  const read: AmountsRead = {
    price: null,
    tiers: [],
    stock: {},
    problems: [],
    sizes: [],
    notes: [],
    unread: [],
    isRejected: false,
    isStated: false,
  }
  let word: StockReading = {}
  // A word beside a price or a stock that nobody knows may turn it into something else.
  const keepRest = (index: number, rest: string | undefined) => {
    if (rest === undefined || rest === '') return
    if (mayChange(rest) || !isHarmless(rest)) read.unread.push({ column: index, text: rest, code: 'words' })
    else read.notes.push(rest)
  }
  for (const { column, cell, size } of columns.flatMap(one => pricesApart(one, cells[one.index] ?? ''))) {
    if (cell === '' || column.field === null) continue
    if (size !== undefined) read.sizes.push(size)
    if (column.field === 'stock') {
      const said = answeredStock(answers, textOf(cell))
      // The word may say more than its meaning: «доращивание».
      const stock: StockReading = said
        ? { stock: said, rest: textOf(cell).trim() }
        : readCount({ ...column, factor: column.factor * countOf(unitOf(column, unit)) }, cell, answers)
      if (said) read.notes.push(stock.rest ?? '')
      else keepRest(column.index, stock.rest)
      read.isStated ||= !isDash(textOf(cell))
      if (stock.isUnclear) {
        read.problems.push(problem('stock', 'stock', `Неясно, сколько есть: «${asText(textOf(cell))}»`))
      } else read.stock = together(read.stock, stock)
      continue
    }
    const per = pricedFor(column, perPack, unit)
    const price = perPlant(readPrice(cell, column.factor), per)
    if ('rest' in price) keepRest(column.index, price.rest)
    if (price.is !== 'none') read.isStated = true
    if (price.is === 'negative') {
      read.problems.push(problem('price', 'price_negative', 'Цена не может быть отрицательной'))
      read.isRejected = true
    } else if (
      price.is === 'unclear' ||
      (price.is === 'price' && (column.currency !== null || column.per === 'running_metre'))
    ) {
      const isForeign = price.is === 'price' || price.code === 'currency'
      const written = textOf(cell)
      const instead = answeredPriceWord(answers, written)
      // «Цена за пог. м»
      if (price.is === 'price' && column.per === 'running_metre') read.notes.push(foreignPrice(column, written))
      // Another currency is never rubles: the price is on request, and what the list says stays in the note.
      else if (isForeign) read.notes.push(foreignPrice(column, written))
      else if (instead !== undefined) {
        if (instead !== 'in_stock') word = { stock: instead }
        read.notes.push(written.trim())
      } else read.problems.push(problem('price', 'price', `Неясная цена: «${asText(written)}»`))
    } else if (price.is === 'price' && per === 'pack')
      read.problems.push(problem('price', 'unit', `Неясно, за сколько растений цена: «${asText(column.title)}»`))
    else if (price.is === 'stock') word = { stock: price.stock }
    else if (price.is === 'price') {
      if (price.price > 20_000_000) {
        read.problems.push(problem('price', 'price_too_big', 'Цена больше 20 000 000 ₽'))
        read.isRejected = true
      } else if (column.field === 'price') read.price ??= price.price
      else {
        const from =
          column.field === 'price_wholesale'
            ? // «Опт от 50 000 руб.» states no quantity.
              /\d\s?(?:₽|р(?:уб|\.)|тыс)/iu.test(column.title)
              ? null
              : wholesaleFrom
            : Number(column.field.slice('price_from:'.length))
        if (!read.tiers.some(tier => tier.quantity_from === from) && read.tiers.length < variantLimits.tiers) {
          read.tiers.push({ quantity_from: from, price: price.price })
        }
      }
    }
  }
  if (read.stock.stock === undefined) read.stock = { ...read.stock, ...word }
  return read
}
