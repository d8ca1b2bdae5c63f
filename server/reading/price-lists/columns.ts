import type { ColumnField } from '#contract/price-lists.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { answeredNames, type Answers, columnKey, noAnswers } from './answers.ts'
import { correctByContent, dropDoubles, explainSizes, pairEnds, reconsider } from './column-corrections.ts'
import { type ColumnPlan, type Layout, lengthWord, notAsked, sizedFields, withField } from './column-plan.ts'
import { readDistinctly } from './distinct-cells.ts'
import { agreeing, settleFates } from './fates.ts'
import { type Header, meaningsOf } from './headers.ts'
import { money } from './leftovers.ts'
import { placeNames } from './name-columns.ts'
import type { NameReader } from './names.ts'
import {
  areBroken,
  arePaired,
  quantitiesBesidePrices,
  quantitiesFromOne,
  sizeAsOthers,
  sizedByTitle,
} from './price-columns.ts'
import { median, type Profile, profileOf, sampleOf } from './profiles.ts'
import { needsAsking, strangeWordsOf } from './title-certainty.ts'
import { meaningOfTitle, noMeaning } from './titles.ts'
import { namesTwoPrices } from './values.ts'

/** So many times as much as the numbers of other columns are prices. */
const dearer = 20

/** Whether the numbers look like prices, most of which are round. */
const looksPriced = ({ numbers }: Profile) =>
  median(numbers) >= 40 && numbers.filter(value => value % 5 === 0).length >= numbers.length * 0.7

/**
 * Determines the meaning of the columns below a header, or of a sheet without headers. Titles come first; what they
 * leave open is judged by the cells. `fixed`: the fields that a person has set, by column.
 */
export function* planColumns(
  { rows, width, header, names }: { rows: Cell[][]; width: number; header: Header | null; names: NameReader },
  fixed: Map<number, ColumnField | null>,
  answers: Answers = noAnswers,
): Generator<void, Layout> {
  const meanings = header ? meaningsOf(header) : []
  const columns: ColumnPlan[] = Array.from({ length: width }, (_, index) => ({
    ...(meanings[index] ?? noMeaning),
    index,
    title: header?.titles[index] ?? '',
    ...notAsked,
  }))
  // If the title is clear, the cells are not matched with plant names.
  const mayName = (field: ColumnField | null, index: number) =>
    (meanings[index] ?? null) === null ||
    field === 'name' ||
    field === 'category' ||
    field === 'size' ||
    field === 'note'
  const profiles: Profile[] = []
  for (const { index, field } of columns) {
    profiles.push(profileOf(sampleOf(rows, index), mayName(field, index) ? names : null))
    yield
  }
  const isTitled = (index: number) => (meanings[index] ?? null) !== null
  // A column without a single cell has nothing, whatever its title says: the buyer writes there.
  const isFilled = (index: number) => (profiles[index]?.filled ?? 0) > 0 || fixed.has(index)
  const has = (field: ColumnField) =>
    columns.some(column => column.field === field && column.size === '' && isFilled(column.index))
  /** Columns of numbers whose meaning is guessed, although another is possible. */
  const guessed = new Set<number>()

  const answered = new Set<number>()
  for (const column of columns) {
    const answer = answers.get(columnKey(column))
    if (answer === undefined || fixed.has(column.index)) continue
    fixed.set(column.index, answer === 'ignore' ? null : (answer as ColumnField))
    answered.add(column.index)
  }
  const named = answeredNames(answers)
  if (named !== null && !fixed.has(named)) fixed.set(named, 'name')
  for (const [index, field] of fixed) {
    const column = columns[index]
    if (!column) continue
    columns[index] = withField(column, field, meaningOfTitle(column.title))
  }
  let neighbour = Number.POSITIVE_INFINITY
  const isOpen = (index: number) =>
    !isTitled(index) && !fixed.has(index) && (profiles[index]?.filled ?? 0) > 0 && index < neighbour
  const set = (index: number, field: ColumnField | null) => {
    const column = columns[index]
    if (column) columns[index] = { ...column, field, word: lengthWord(field) }
  }

  // «100+» next to «60-80» and «80-100» is a size.
  if (columns.filter(({ size }) => size !== '').length >= 2) {
    for (const column of columns) {
      const isOpenEnd = /^\d{2,5} ?\+$/u.test(column.title) && column.field?.startsWith('price_from')
      if (isOpenEnd && !fixed.has(column.index)) Object.assign(column, { field: 'price', size: column.title })
    }
  }

  quantitiesFromOne(columns, fixed)
  quantitiesBesidePrices(columns, profiles, fixed)
  for (const { column, size } of sizedByTitle(columns, profiles, fixed)) {
    Object.assign(column, { ...noMeaning, field: 'price', size })
    guessed.add(column.index)
  }

  // «ОКС» next to «С2» and «С5» is a column of prices.
  for (const column of columns) {
    const profile = profiles[column.index]
    const isOfPrices = profile !== undefined && profile.filled > 0 && profile.numbers.length >= profile.filled * 0.6
    if (column.field !== 'root' || fixed.has(column.index) || !isOfPrices || median(profile.numbers) < 10) continue
    const isPacking = parseNotation(column.title).fields.root !== null
    const isBesideOthers = columns.some(
      other => other.size !== '' || (other.field === 'root' && other.index !== column.index),
    )
    if (isPacking && isBesideOthers && !has('price')) {
      columns[column.index] = {
        ...noMeaning,
        index: column.index,
        title: column.title,
        field: 'price',
        size: column.title,
        ...notAsked,
      }
    }
  }

  for (const column of columns)
    if (!fixed.has(column.index)) reconsider(column, header, profiles[column.index], columns)

  for (const column of columns) if (!fixed.has(column.index)) sizeAsOthers(column, columns, profiles[column.index])

  // If two columns have the same title, the first one counts, unless the cells suggest otherwise.
  dropDoubles(columns, profiles, fixed)
  if (named !== null) {
    for (const column of columns)
      if (column.field === 'name' && column.index !== named) Object.assign(column, { field: null, role: 'remark' })
  }
  for (const column of columns) correctByContent(column, profiles[column.index], fixed, has)
  placeNames(columns, profiles, { rows, names, fixed })
  yield

  const byNames = columns
    .filter(({ index, field }) => isOpen(index) && field === null && (profiles[index]?.names ?? 0) >= 0.4)
    .toSorted((one, other) => (profiles[other.index]?.names ?? 0) - (profiles[one.index]?.names ?? 0))
  for (const { index } of byNames) {
    const profile = profiles[index]
    if (!profile || profile.numbers.length > profile.filled / 2) continue
    if (
      !has('name') &&
      !has('genus') &&
      !(profile.isLatin && byNames.some(other => other.index !== index && !profiles[other.index]?.isLatin))
    ) {
      set(index, 'name')
    } else if (!has('latin_name') && profile.isLatin) set(index, 'latin_name')
  }
  // Whoever has said what such a column is has seen it.
  neighbour = neighbourOf(
    columns,
    profiles,
    byNames.filter(({ index }) => !fixed.has(index)),
  )
  const hasNames = () =>
    (['name', 'latin_name', 'genus', 'species', 'cultivar'] as const).some(field =>
      columns.some(column => column.field === field),
    )
  for (const { index } of columns) {
    const profile = profiles[index]
    if (!profile || !isOpen(index) || columns[index]?.field !== null) continue
    if (profile.isSequence) continue
    // «Höhe 200-250, G 12-14, WRB-45»: sizes with words that nobody knows.
    const isOfSizes = profile.sizes >= 0.5 || (profile.stated >= agreeing && profile.names < 0.3)
    if (isOfSizes && profile.numbers.length < profile.filled * 0.5) {
      set(index, profile.roots >= 0.8 && !has('root') ? 'root' : 'size')
      if (!readDistinctly('size', profile)) guessed.add(index)
    } else if (profile.packings >= agreeing && profile.filled > 2 && profile.words > 0 && !has('root'))
      set(index, 'root')
  }
  // «3 шт» is no price.
  for (const { index, field } of columns) {
    const profile = profiles[index]
    if (!profile || field !== null || !isOpen(index) || has('stock')) continue
    // «2700р (15 шт)» is both, and a column of prices.
    const counted = profile.samples.filter(text => /\d\s?(?:шт|экз|pcs|stk|szt)/iu.test(text) && !money.test(text))
    if (counted.length * 2 > profile.filled && profile.stocks >= agreeing) set(index, 'stock')
  }
  // «0» in every row is the buyer's order, or nothing at all.
  const areZeros = (index: number) => profiles[index]?.samples.every(text => /^0+(?:[.,]0+)?$/.test(text)) ?? false
  const numeric = columns.filter(({ index, field }) => {
    const profile = profiles[index]
    return (
      profile &&
      isOpen(index) &&
      field === null &&
      !profile.isSequence &&
      !areZeros(index) &&
      profile.prices >= 0.6 &&
      (profile.numbers.length * 2 > profile.filled ||
        (profile.numbers.length > 0 && (profile.prices === 1 || profile.samples.some(text => money.test(text)))))
    )
  })
  const needsPrice = !columns.some(
    ({ field }) => field === 'price' || field === 'price_wholesale' || field?.startsWith('price_from'),
  )
  if (needsPrice && numeric.length > 0) {
    const open = numeric.filter(({ index }) => columns[index]?.field === null)
    const priced = open.filter(({ index }) => profiles[index] && looksPriced(profiles[index]))
    const [leftmost, second] = priced.length > 0 ? priced : open
    // Sizes may be round too: «50», «60» beside «18500».
    const middle = (column: ColumnPlan) => median(profiles[column.index]?.numbers ?? [])
    const dearest = priced.toSorted((one, other) => middle(other) - middle(one))[0]
    const isDearest = leftmost && dearest && middle(dearest) >= middle(leftmost) * dearer
    const first = isDearest ? dearest : leftmost
    if (first) set(first.index, 'price')
    // A number may be a price or a stock, if nothing says which.
    const isOfMoney = first !== undefined && readDistinctly('price', profiles[first.index] as Profile)
    const isUncertain =
      open.length > 1 || priced.length === 0 || (priced.length > 1 && second !== undefined) || !isOfMoney
    if (isUncertain) for (const { index } of open) guessed.add(index)
    const others = open.filter(({ index }) => index !== first?.index)
    if (!has('stock') && others.length === 1 && others[0] && !priced.includes(others[0])) set(others[0].index, 'stock')
  }
  // «Есть»: a title without a known meaning above words of stock.
  for (const { index, field } of columns) {
    const profile = profiles[index]
    if (!header || !profile || field !== null || !isOpen(index) || has('stock')) continue
    const isWorded = profile.words >= 0.2 && profile.filled > 2
    if (profile.stocks >= 0.9 && isWorded) {
      set(index, 'stock')
      if (!ofStockAlone(profile)) guessed.add(index)
    }
  }
  if (!header) {
    for (const { index, field } of columns) {
      const profile = profiles[index]
      if (!profile || field !== null || !isOpen(index) || profile.isSequence) continue
      if (areZeros(index)) continue
      if (!has('stock') && profile.stocks >= 0.8 && profile.numbers.length < profile.filled) {
        set(index, 'stock')
        if (!ofStockAlone(profile)) guessed.add(index)
      } else if (!has('sku') && profile.codes >= 0.9 && profile.distinct > 0.95 && profile.filled > 3) set(index, 'sku')
      else if (!has('note') && hasNames() && profile.words > 0.8 && profile.names < 0.3 && profile.length > 6)
        set(index, 'note')
    }
  }
  if (!header && !hasNames()) {
    // One line per plant, with its sizes and price in the same cell.
    const [worded] = columns
      .filter(
        ({ index, field }) =>
          (field === null || field === 'size') && isOpen(index) && (profiles[index]?.words ?? 0) >= 0.6,
      )
      .toSorted((one, other) => (profiles[other.index]?.filled ?? 0) - (profiles[one.index]?.filled ?? 0))
    const cells = worded ? sampleOf(rows, worded.index).map(textOf) : []
    const priced = cells.filter(text => /\d ?(?:₽|руб|р\.|р(?=$|[\s,;)]))/u.test(text))
    if (worded && priced.length > 0 && priced.length * 4 >= cells.length) set(worded.index, 'name')
  }
  pairEnds(columns, rows)
  explainSizes(columns, profiles, rows)
  for (const column of columns) {
    const profile = profiles[column.index]
    const isOfTitle = header !== null && column.title !== '' && (column.field !== null || column.role !== null)
    if (!isOfTitle || !profile || fixed.has(column.index) || column.size !== '') continue
    const above = header.above[column.index] ?? ''
    const own = above === '' ? column.title : column.title.slice(above.length).trim()
    // «Код» beside «Артикул» means what it says; only the other counts.
    const meant = meaningOfTitle(column.title)
    if (column.role === 'remark' && meant !== null && meant.field !== null) {
      if (strangeWordsOf(own, above, meant).length > 0) guessed.add(column.index)
      continue
    }
    // A number in the title of a measure may be what all its cells have.
    if (sizedFields.has(column.field ?? '') && /\d{2,}|\d ?(?:л|l)(?!\p{L})/u.test(column.title))
      guessed.add(column.index)
    if (!needsAsking(own, above, column, profile)) continue
    if (isOfMoney(column)) askOfMoney(column, strangeWordsOf(own, above, column), guessed)
    else guessed.add(column.index)
  }
  for (const column of columns) {
    const profile = profiles[column.index]
    if (!profile) continue
    column.hasBrokenCounts = column.field === 'stock' && column.factor === 1 && areBroken(profile)
    column.isPaired = column.field === 'price' && arePaired(profile) && !namesTwoPrices(column.title)
    // Nothing but the order of the numbers says which is which.
    if (column.isPaired && !fixed.has(column.index)) guessed.add(column.index)
  }
  settleFates(columns, profiles, { fixed, answered, guessed, neighbour })
  return { columns, hasNeighbour: neighbour < width, answers }
}

const isOfMoney = ({ field }: ColumnPlan) => field?.startsWith('price') ?? false

/** A strange word in a title of prices may be what they are for, what they are in, or which price it is. */
function askOfMoney(column: ColumnPlan, strange: string[], guessed: Set<number>): void {
  // «Цена за флакон»: asked as such.
  if (column.per === 'pack') return
  const [only = ''] = strange
  const last = /[,(/]\s*([\p{L}₽.]+)\)?\s*$/u.exec(column.title)?.[1] ?? ''
  if (strange.length === 1 && last.length <= 6 && last.toLowerCase().startsWith(only)) column.saidCurrency = last
  else guessed.add(column.index)
}

/** Words that say of nothing but a stock what they say. */
const ofStockAlone = ({ samples }: Profile) =>
  samples.filter(text => /налич|заказ|продан|склад|stock|ожида|распрод|поступ|запрос|шт|lager|bestell/iu.test(text))
    .length *
    3 >=
  samples.length

/**
 * The column at which another table without titles begins: it has plant names that are no other column's, and prices on
 * both sides of them.
 */
function neighbourOf(columns: ColumnPlan[], profiles: Profile[], byNames: ColumnPlan[]): number {
  const first = columns.find(({ field }) => field === 'name')
  if (!first) return Number.POSITIVE_INFINITY
  const isOfPrices = ({ index }: ColumnPlan) => {
    const profile = profiles[index]
    return profile !== undefined && !profile.isSequence && profile.numbers.length * 2 > profile.filled
  }
  const found = byNames.filter(
    ({ index }) =>
      index > first.index &&
      columns[index]?.field === null &&
      (profiles[index]?.filled ?? 0) > 1 &&
      columns.slice(first.index, index).some(isOfPrices) &&
      columns.slice(index).some(isOfPrices),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...found.map(({ index }) => index))
}

/** The first three distinct texts below a title. */
export function samplesOf(rows: Cell[][], column: number): string[] {
  const samples = new Set<string>()
  for (const row of rows) {
    const text = textOf(row[column] ?? '')
    if (text !== '') samples.add(text.slice(0, 100))
    if (samples.size >= 3) break
  }
  return [...samples]
}

/**
 * A string that is the same for lists of the same shape. It consists of the titles or, without titles, of the fields
 * found for the columns.
 */
export function shapeOf(sheet: Sheet, header: Header | null, layout: Layout): string {
  const titles = header
    ? header.titles.map(title =>
        title
          .toLowerCase()
          .replaceAll(/\d{4,}|[\s\p{P}]+/gu, ' ')
          .trim(),
      )
    : layout.columns.map(({ field }) => field ?? '-')
  return `${header ? 'titles' : 'fields'}:${titles.join('|')}`.slice(0, 4000) + (sheet.isHidden ? '#' : '')
}
