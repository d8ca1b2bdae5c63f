import type { ColumnField } from '#contract/price-lists.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { answeredNames, type Answers, columnKey, noAnswers } from './answers.ts'
import { readDistinctly } from './distinct-cells.ts'
import { agreeing, fitOf, settleFates } from './fates.ts'
import { type Header, meaningsOf } from './headers.ts'
import { money } from './leftovers.ts'
import { placeNames } from './name-columns.ts'
import type { NameReader } from './names.ts'
import { countOf } from './price-units.ts'
import { median, type Profile, profileOf, sampleOf } from './profiles.ts'
import { needsAsking, strangeWordsOf } from './title-certainty.ts'
import {
  categoryIn,
  meaningAs,
  meaningOfTitle,
  noMeaning,
  possibleMeanings,
  sizeBehind,
  type TitleMeaning,
} from './titles.ts'
import { namesTwoPrices, pricePairIn, readPrice, sizeText } from './values.ts'

/** A column with the meaning by which its cells are read. */
export interface ColumnPlan extends TitleMeaning {
  index: number
  title: string
  /** What the sheet says of the rate at which it exchanges its prices. */
  rate?: string
  /** A currency that the sheet states for all prices, although the title says that these are rubles. */
  saidCurrency?: string
  /** Its cells have two prices each, always the higher first or always last: the lower is the wholesale price. */
  isPaired?: boolean
  /** Some of the stocks are no whole numbers, so that all of them may be thousands. */
  hasBrokenCounts?: boolean
  /**
   * What becomes of the cells of a column without a field: they are nothing of the goods (`structure`), a person does
   * not want them (`declared`), or nobody knows (`unknown`).
   */
  fate: 'structure' | 'declared' | 'unknown' | null
  /** What else may be in the column, the likeliest first: a person is asked. */
  asked: (ColumnField | 'ignore')[] | null
}

/** A column about which nobody is asked. */
export const notAsked = { fate: null, asked: null } as const

/** The words for bare numbers in a column whose field a person has set. */
const lengthWords: Partial<Record<ColumnField, string>> = {
  height: 'высота',
  spread: 'ширина',
  girth: 'обхват',
  stem_height: 'выс. штамба',
  transplants: 'пересадок',
}
export const lengthWord = (field: ColumnField | null) => (field === null ? null : (lengthWords[field] ?? null))

/** A column that a person has said to contain `field`. */
export function withField(column: ColumnPlan, field: ColumnField | null, own: Partial<ColumnPlan> | null): ColumnPlan {
  const meant =
    own?.field === field
      ? own
      : (possibleMeanings(column.title).find(one => one.field === field) ??
        (field === null ? undefined : meaningAs(field, lengthWord(field), column.title)))
  const stays =
    meant?.size === ''
      ? { ...meant, size: own?.size ?? '' }
      : { ...noMeaning, factor: 1, size: own?.size ?? '', per: own?.per ?? null }
  const size = field === 'price' && stays.size === '' ? sizeBehind(column.title) : stays.size
  return {
    ...column,
    ...stays,
    field,
    size,
    word: stays.word ?? lengthWord(field),
    fate: field === null ? 'declared' : null,
  }
}

/** The columns from one header to the next. */
export interface Layout {
  columns: ColumnPlan[]
  /** Another table without titles stands beside this one and is not read. */
  hasNeighbour: boolean
  /** The prices are so small that they may be in thousands, although nothing says so. */
  isInThousands: boolean
  /** What people have said in answer to questions about this sheet or an earlier one of its shape. */
  answers: Answers
  /** Before the answers: others are applied to this one, never on top. */
  unanswered?: Layout
}

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

  quantitiesBesidePrices(columns, profiles, fixed)
  for (const column of sizedByTitle(columns, profiles, fixed)) {
    Object.assign(column, { ...noMeaning, field: 'price', size: sizeBehind(column.title) })
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
    if (profile.sizes >= 0.5 && profile.numbers.length < profile.filled * 0.5) {
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
    const [first, second] = priced.length > 0 ? priced : open
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
  explainSizes(columns, profiles, rows)
  for (const column of columns) {
    const profile = profiles[column.index]
    const isOfTitle = header !== null && column.title !== '' && (column.field !== null || column.role !== null)
    if (!isOfTitle || !profile || fixed.has(column.index) || column.size !== '') continue
    const above = header.above[column.index] ?? ''
    const own = above === '' ? column.title : column.title.slice(above.length).trim()
    // «Код» beside «Артикул» means what it says; only the other counts.
    if (column.role === 'remark' && (meaningOfTitle(column.title)?.field ?? null) !== null) continue
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
  return { columns, hasNeighbour: neighbour < width, isInThousands: false, answers }
}

/** At least so many and this share of the counts are no whole numbers. */
const fewestBroken = 2
const brokenShare = 0.1
const areBroken = ({ numbers }: Profile) => {
  const broken = numbers.filter(value => !Number.isInteger(value)).length
  return broken >= fewestBroken && broken >= numbers.length * brokenShare
}

const fewestPairs = 3

/** Whether the cells have two prices each, in one order. */
function arePaired({ pricePairs, samples }: Profile): boolean {
  if (pricePairs < agreeing) return false
  const pairs = samples.flatMap(text => {
    const [one, other] = (pricePairIn(text) ?? []).map(price => readPrice(price, 1))
    return one?.is === 'price' && other?.is === 'price' ? [[one.price, other.price] as const] : []
  })
  if (pairs.length < fewestPairs) return false
  return pairs.every(([one, other]) => one >= other) || pairs.every(([one, other]) => one <= other)
}

/** «от 50» beside a column of prices, and all of its prices lower: what many of them cost, and no size. */
function quantitiesBesidePrices(
  columns: ColumnPlan[],
  profiles: Profile[],
  fixed: Map<number, ColumnField | null>,
): void {
  const least = /^(?:от|from|ab|≥|>=?) ?(\d{1,5})$/iu
  const middle = ({ index }: ColumnPlan) => median(profiles[index]?.numbers ?? [])
  const base = columns.find(({ field, size }) => field === 'price' && size === '')
  if (!base || columns.some(({ size }) => size !== '' && !least.test(size))) return
  for (const column of columns) {
    const quantity = least.exec(column.size)?.[1]
    if (quantity === undefined || fixed.has(column.index) || middle(column) >= middle(base)) continue
    Object.assign(column, { field: `price_from:${Number(quantity)}`, size: '' })
  }
}

/** Columns of numbers side by side whose titles, in words that nobody knows, end with sizes that differ. */
function sizedByTitle(
  columns: ColumnPlan[],
  profiles: Profile[],
  fixed: Map<number, ColumnField | null>,
): ColumnPlan[] {
  const found = columns.filter(({ index, field, role, title }) => {
    const { filled = 0, numbers = [] } = profiles[index] ?? {}
    const isNumeric = filled > 0 && numbers.length >= filled * agreeing && median(numbers) >= 10
    return field === null && role === null && !fixed.has(index) && isNumeric && sizeBehind(title) !== ''
  })
  const differ = new Set(found.map(({ title }) => sizeBehind(title))).size
  return differ >= 2 && differ === found.length ? found : []
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

/** «40-60 см», «2 л»: the size that all cells below a title have. */
const sizeInTitle = /\d[\d.,]*(?: ?[\p{Pd}] ?\d[\d.,]*)? ?(?:см|м|л|cm|m|l)?(?!\p{L})/u

/** «Висота 40-60 см» next to columns of prices of other sizes is a column of prices too. */
function sizeAsOthers(column: ColumnPlan, columns: ColumnPlan[], profile: Profile | undefined): void {
  const isSized = columns.some(other => other.size !== '' && other.index !== column.index)
  const { field, title } = column
  if (!isSized || !profile || column.size !== '' || (field !== null && !sizedFields.has(field))) return
  if (field === null && (column.role !== null || !/\d ?[\p{Pd}÷/–] ?\d/u.test(title))) return
  const [size] = /\d{2,}|\d ?(?:л|l)(?!\p{L})/u.test(title) ? (sizeInTitle.exec(title) ?? []) : []
  if (size === undefined || profile.numbers.length < profile.filled * agreeing) return
  const word = column.word?.replace(/, \p{L}+:$/u, '') ?? ''
  Object.assign(column, { ...noMeaning, field: 'price', size: `${word} ${size}`.trim() })
}

const sizedFields = new Set<string>(['size', 'height', 'spread', 'girth', 'stem_height', 'root', 'root_size'])

/**
 * If the cells contradict what a title says first, another of its meanings is taken which they agree with: «Номенклатура,
 * характеристика» above names is no size. A title without a known meaning may have one by its words.
 */
function reconsider(
  column: ColumnPlan,
  header: Header | null,
  profile: Profile | undefined,
  columns: ColumnPlan[],
): void {
  if (!header || !profile || profile.filled === 0 || column.title === '') return
  const isWideSize = column.size !== '' && profile.prices < agreeing
  if (column.field !== null && !isWideSize && fitOf(column.field, profile) >= agreeing) return
  if (column.field === null && column.role !== null) return
  if (column.isWholesaleQuantity) return
  const over = header.above[column.index] ?? ''
  const own = over === '' ? column.title : column.title.slice(over.length).trim()
  const isTaken = (field: ColumnField) =>
    !several.has(field) && columns.some(other => other.field === field && other.index !== column.index)
  const meanings = possibleMeanings(own === '' ? column.title : own, over)
  const better = meanings.find(
    ({ field, size }) => field !== null && size === '' && !isTaken(field) && fitOf(field, profile) >= agreeing,
  )
  if (better) Object.assign(column, better)
  else if (isWideSize) Object.assign(column, noMeaning)
  else if (column.field === null) column.role = meanings[0]?.role ?? null
}

const several = new Set<string>(['size', 'note', 'height', 'spread', 'root', 'root_size', 'price'])

const agrees = ({ field }: ColumnPlan, profile: Profile | undefined) =>
  field === null || profile === undefined || profile.filled === 0 || fitOf(field, profile) >= agreeing

function dropDoubles(columns: ColumnPlan[], profiles: Profile[], fixed: Map<number, ColumnField | null>): void {
  const seen = new Map<string, ColumnPlan>()
  for (const column of columns) {
    if (column.field === null || fixed.has(column.index)) continue
    // Of a price in euros and one in rubles both are kept: the former for the note.
    const key = `${column.field}|${column.size}|${column.end ?? ''}|${column.currency ?? ''}`
    const before = seen.get(key)
    if (!before) {
      seen.set(key, column)
      continue
    }
    if (several.has(column.field) && column.field !== 'price') continue
    // «Цена за 1 шт.» beside «Цена за упаковку 10 шт.»: what more of them cost.
    const [one, more] = countOf(before.per) < countOf(column.per) ? [before, column] : [column, before]
    const isOfMany = column.field === 'price' && countOf(one.per) === 1 && countOf(more.per) > 1
    if (isOfMany && one.per !== 'pack' && one.per !== 'running_metre') {
      more.field = `price_from:${countOf(more.per)}`
      seen.set(key, one)
      continue
    }
    const isEmptier = (profiles[before.index]?.filled ?? 0) < (profiles[column.index]?.filled ?? 0) * 0.2
    // «Цена 2024» and «Цена 2025», or «без НДС» and «с НДС»: the latter counts.
    const year = (title: string) => Number(/20\d\d/.exec(title)?.[0] ?? 0)
    const areOfYears = year(column.title) > 0 && year(before.title) > 0
    const isNewer = (areOfYears && year(column.title) > year(before.title)) || /с ндс|нов/iu.test(column.title)
    const isOfText =
      column.field === 'name' &&
      (profiles[before.index]?.names ?? 0) < 0.2 &&
      (profiles[column.index]?.names ?? 0) > 0.4
    const isLatin =
      column.field === 'name' && profiles[column.index]?.isLatin && !columns.some(({ field }) => field === 'latin_name')
    if (isLatin) {
      column.field = 'latin_name'
      continue
    }
    // Of «Код» and «Артикул» the latter is the nursery's own number, if it distinguishes the rows.
    const isArticle =
      column.field === 'sku' &&
      /артик|sku/iu.test(column.title) &&
      !/артик|sku/iu.test(before.title) &&
      (profiles[column.index]?.distinct ?? 0) > 0.95 &&
      (profiles[column.index]?.filled ?? 0) >= (profiles[before.index]?.filled ?? 0) * 0.8
    const isContradicted = !agrees(before, profiles[before.index]) && agrees(column, profiles[column.index])
    const loser = isContradicted || isEmptier || isNewer || isOfText || isArticle ? before : column
    const isExplained =
      isContradicted || isEmptier || isNewer || areOfYears || isOfText || isArticle || column.field !== 'price'
    if (!isExplained) {
      // Which of two prices counts, only a person can tell.
      before.asked = ['price', 'price_wholesale', 'note', 'ignore']
      column.asked = ['price_wholesale', 'price', 'note', 'ignore']
      column.fate = 'unknown'
    }
    const isRemark = isExplained && agrees(loser, profiles[loser.index])
    Object.assign(loser, { field: null, role: isRemark ? 'remark' : null })
    if (loser === before) seen.set(key, column)
  }
}

/** Corrects the field of a title with several possible meanings according to the cells below it. */
function correctByContent(
  column: ColumnPlan,
  profile: Profile | undefined,
  fixed: Map<number, ColumnField | null>,
  has: (field: ColumnField) => boolean,
): void {
  if (!profile || profile.filled < 2 || fixed.has(column.index)) return
  const { field } = column
  const isNumeric = profile.numbers.length >= profile.filled * 0.6
  // «Сорт: 1», «Вид: хвойные», «Форма: шар»
  if ((field === 'cultivar' || field === 'species' || field === 'genus') && (isNumeric || profile.words < 0.3))
    column.field = null
  // «Тип: ОКС», «Вид: контейнер»
  const isOfRoots = profile.roots >= 0.8 && !has('root')
  if (isOfRoots && (field === 'category' || field === 'species' || field === 'cultivar' || field === 'form'))
    column.field = 'root'
  if (column.field === 'category' && profile.words < 0.5) column.field = null
  if (field === 'category' && !has('name') && profile.names >= 0.6) column.field = 'name'
  if (field === 'name' && isNumeric) column.field = null
  const ofCategories = profile.samples.filter(text => categoryIn(text) !== null).length
  if (column.field === 'name' && ofCategories >= profile.filled * agreeing)
    column.field = has('category') ? 'note' : 'category'
  // Words of a stock that nobody knows are asked; remarks are long, and have hardly a number.
  const isLong =
    (profile.length > 15 || profile.distinct > 0.7) &&
    profile.samples.filter(text => /\d/.test(text)).length < profile.samples.length * 0.2
  if (field === 'stock' && profile.stocks < 0.3 && profile.words > 0.6 && isLong) column.field = 'note'
  if (field === 'available_from' && profile.words > 0.9 && profile.filled > 3 && profile.stocks < 0.2)
    column.field = 'note'
  if (field === 'height' && profile.sizes > 0.5 && profile.roots > 0.5)
    Object.assign(column, { field: 'size', word: null })
  if (field === 'form' && profile.sizes > 0.5 && profile.words < 0.3) column.field = 'size'
  if (field === 'stem_height' && profile.words > 0.6) column.field = 'form'
}

/**
 * A bare number in a column of heights is a height. A column is one if its title says so or if all its certain sizes
 * are heights.
 */
function explainSizes(columns: ColumnPlan[], profiles: Profile[], rows: Cell[][]): void {
  for (const column of columns) {
    if (column.field !== 'size' || column.word !== null) continue
    let heights = 0
    let others = 0
    const lone: number[] = []
    for (const cell of sampleOf(rows, column.index)) {
      const { fields, doubts } = parseNotation(sizeText(cell).text)
      const alone = doubts.find(({ code }) => code === 'lone')
      if (alone) lone.push(alone.alternatives[0]?.height_from ?? 0)
      else if (fields.girth_from !== null || fields.girth_to !== null) others++
      else if (fields.height_from !== null || fields.height_to !== null) heights++
    }
    const isOfHeights = others === 0 && lone.length > 0 && (heights >= 3 || (lone.length >= 3 && median(lone) >= 40))
    if (isOfHeights && (profiles[column.index]?.filled ?? 0) > 0) column.word = 'lone:высота'
  }
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
