// The tables of a sheet below each other: their titles, columns, and what is said above them of their prices.
import type { ColumnField } from '#contract/price-lists.ts'
import { foreignMoney } from '#server/reading/lines/amounts-in-text.ts'
import { statesRubles } from '#server/reading/lines/rubles.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import type { Answers } from './answers.ts'
import type { Layout } from './column-plan.ts'
import { planColumns } from './columns.ts'
import { findHeaders, type Header, titlesOf } from './headers.ts'
import type { NameReader } from './names.ts'
import { namesPieces } from './price-units.ts'
import { isOfAmounts } from './row-amounts.ts'
import { type StockOfList, stockOfList } from './stock-headings.ts'
import { meaningOfTitle, moneyOf, normalize } from './titles.ts'
import { readPrice } from './values.ts'

export interface Region {
  header: Header | null
  layout: Layout
  /** The rows of the region: from `from` up to, but not including, `to`. */
  from: number
  to: number
}

/** Whether lines without titles are rows of goods, and not a letterhead: several cells, with numbers among them. */
const isTable = (rows: Cell[][]) =>
  rows.filter(cells => {
    const filled = cells.filter(cell => cell !== '')
    return filled.length >= 3 && filled.some(cell => /^\D{0,3}\d[\d\s.,'’]*\D{0,6}$/u.test(textOf(cell)))
  }).length >= 3

interface Planning {
  names: NameReader
  answers: Answers
  headerRows?: number | undefined
  /** The fields that a person has set, by column. */
  fixed: ReadonlyMap<number, ColumnField | null>
  /** The one line of titles that this site writes. */
  isOwn: boolean
}

/** Finds titles and columns. The caller may pause between the steps. */
export function* regionsOf(
  sheet: Sheet,
  { names, answers, headerRows: wanted, fixed, isOwn }: Planning,
): Generator<void, { regions: Region[]; headerRows: Set<number> }> {
  const { rows } = sheet
  const regions: Region[] = []
  const headerRows = new Set<number>()
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const headers = isOwn
    ? [{ top: 0, bottom: 0, ...titlesOf(sheet, 0, 0, width) }]
    : yield* findHeaders(sheet, names, wanted)
  for (const { top, bottom } of headers) for (let row = top; row <= bottom; row++) headerRows.add(row)
  const below = (from: number, to: number) => {
    const filled = rows.slice(from, to).filter((_, at) => !headerRows.has(from + at))
    const tabular = filled.filter(cells => cells.filter(cell => cell !== '').length > 1)
    // A list without columns has one line per plant.
    return tabular.length * 3 > filled.length ? tabular : filled
  }
  const plan = (header: Header | null, from: number, to: number) =>
    planColumns({ rows: below(from, to), width, header, names }, new Map(fixed), answers)
  // Repeated identical titles continue the same columns.
  const isUntitled = headers.length === 0 || isTable(rows.slice(0, headers[0]?.top))
  let open: { header: Header | null; from: number } | null = isUntitled ? { header: null, from: 0 } : null
  const sameTitles = (one: Header | null, other: Header) =>
    one !== null && one.titles.map(normalize).join('|') === other.titles.map(normalize).join('|')
  for (const header of headers) {
    yield
    if (open && sameTitles(open.header, header)) continue
    if (open) regions.push({ ...open, to: header.top, layout: yield* plan(open.header, open.from, header.top) })
    open = { header, from: regions.length === 0 && open === null ? 0 : header.top }
  }
  if (open)
    regions.push({
      ...open,
      to: rows.length,
      layout: yield* plan(open.header, open.header ? open.header.bottom + 1 : 0, rows.length),
    })
  applyMoney(sheet, regions, headerRows)
  return { regions, headerRows }
}

/** The share of the prices that must carry the sign of rubles for all of them to be in rubles. */
const ofAll = 0.8

const remarksOf = (rows: Cell[][], headerRows: ReadonlySet<number>) =>
  rows.slice(0, 60).flatMap((cells, row) => {
    const filled = cells.filter(cell => cell !== '')
    return filled.length > 2 || headerRows.has(row) ? [] : filled.map(textOf)
  })

/** Rubles: where half of the plants, of so many at least, are dearer, the prices may be of several plants. */
const dearMedian = 100_000
const fewestDear = 3

/** Applies «Цены в тыс. руб.» above the table to the columns whose titles state nothing else. */
function applyMoney({ rows, name }: Sheet, regions: Region[], headerRows: ReadonlySet<number>): void {
  const { per, factor, rate, named, ...said } = moneyOf(remarksOf(rows, headerRows))
  // A sheet may be called «Цены EUR».
  const currency = said.currency ?? foreignMoney.exec(name)?.[0] ?? null
  for (const { layout, from, to } of regions) {
    for (const column of layout.columns) {
      if (!isOfAmounts(column) || column.field === 'stock') continue
      const priced = rows.slice(from, Math.min(to, from + 300)).flatMap(cells => {
        const cell = cells[column.index] ?? ''
        const price = readPrice(cell, 1)
        return price.is === 'price' ? [{ text: textOf(cell), price: price.price }] : []
      })
      const prices = priced.map(({ price }) => price)
      // «210 р.» is in rubles, whatever is said of the prices elsewhere in the sheet.
      const saysRubles = priced.filter(({ text }) => statesRubles(text)).length > priced.length * ofAll
      const median = prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)] ?? 0
      if (column.factor === 1 && median < 1000) column.factor = factor
      if (per !== null && !namesPieces(column.title)) column.per ??= per
      if (!saysRubles) {
        if (!/руб|₽/iu.test(column.title)) column.currency ??= currency
        else if (currency !== null) column.saidCurrency = currency
        // «Жабу в EUR»: words of which only the currency is known.
        if (named !== null && column.currency === null) column.saidCurrency ??= named
      }
      if (rate !== null) column.rate = rate
      // Nobody sells plants at 1,25 ₽.
      const areBroken = prices.filter(price => !Number.isInteger(price)).length * 3 > prices.length
      const isOfRubles = column.currency === null && column.factor === 1
      const areSmall = prices.length > 0 && median < 20 && areBroken
      // «Цены указаны в тыс. руб.» above 1 200
      column.mayBeThousands = isOfRubles && ((!saysRubles && areSmall) || factor > 1)
      // «Цены за кыгэщю шт.»: of how many, only the nursery knows.
      if (isOfRubles && column.per === null && prices.length >= fewestDear && median >= dearMedian) column.per = 'pack'
    }
  }
}

/** What a row with a single text says of the stock of all rows, wherever it stands. */
export function stockOfSheet({ rows }: Sheet): StockOfList | null {
  for (const cells of rows) {
    const [only, ...others] = cells.filter(cell => cell !== '')
    const found = only === undefined || others.length > 0 ? null : stockOfList(textOf(only))
    if (found !== null) return found
  }
  return null
}

/** Finds the quantity in «Оптовые цены от 50 шт.», in a remark or a title. */
export function wholesaleFrom({ rows }: Sheet): number | null {
  for (const cells of rows.slice(0, 60)) {
    for (const cell of cells) {
      const text = normalize(textOf(cell))
      // A title with a quantity applies to its own column only.
      if (meaningOfTitle(textOf(cell))?.field?.startsWith('price_from')) continue
      const found = /опт[^.\d]{0,40}от (\d{1,5}) ?(?:шт|экз|растен|саженц)/u.exec(text)?.[1]
      if (found !== undefined && text.length < 300) return Number(found)
    }
  }
  return null
}
