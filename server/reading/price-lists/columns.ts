import type { ColumnField } from '#contract/price-lists.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, type Sheet, textOf } from '#server/reading/tables/cells.ts'
import { answeredNames, type Answers, columnKey, noAnswers } from './answers.ts'
import { correctByContent, explainSizes, pairEnds, reconsider } from './column-corrections.ts'
import { type ColumnPlan, type Layout, notAsked, sizedFields, withField } from './column-plan.ts'
import { ColumnsInWork } from './columns-in-work.ts'
import { dropDoubles } from './double-columns.ts'
import { agreeing, settleFates } from './fates.ts'
import { type Header, meaningsOf } from './headers.ts'
import { placeNames } from './name-columns.ts'
import type { NameReader } from './names.ts'
import { findByContent } from './open-columns.ts'
import {
  areThousandths,
  areBroken,
  arePaired,
  manyWithoutOne,
  pricesOfMany,
  quantitiesBesidePrices,
  quantitiesFromOne,
  sizeAsOthers,
  sizedByTitle,
} from './price-columns.ts'
import { median, type Profile, profileOf, sampleOf } from './profiles.ts'
import { needsAsking, strangeWordsOf } from './title-certainty.ts'
import { meaningOfTitle, noMeaning, sizeIn } from './titles.ts'
import { namesTwoPrices } from './values.ts'

/** Takes what a person has answered about columns for what they mean; returns those columns. */
function takeAnswers(
  columns: ColumnPlan[],
  fixed: Map<number, ColumnField | null>,
  answers: Answers,
): ReadonlySet<number> {
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
    if (column) columns[index] = withField(column, field, meaningOfTitle(column.title))
  }
  return answered
}

/** «100+» next to «60-80» and «80-100» is a size. */
function openEndsBesideSizes({ columns, fixed }: ColumnsInWork): void {
  if (columns.filter(({ size }) => size !== '').length < 2) return
  for (const column of columns) {
    const isOpenEnd = /^\d{2,5} ?\+$/u.test(column.title) && column.field?.startsWith('price_from')
    if (isOpenEnd && !fixed.has(column.index)) Object.assign(column, { field: 'price', size: column.title })
  }
}

/** «ОКС» next to «С2» and «С5» is a column of prices. */
function packingsBesidePackings(work: ColumnsInWork): void {
  const { columns, profiles, fixed } = work
  for (const column of columns) {
    const { index, title } = column
    const profile = profiles[index]
    const isOfPrices = profile !== undefined && profile.filled > 0 && profile.numbers.length >= profile.filled * 0.6
    if (column.field !== 'root' || fixed.has(index) || !isOfPrices || median(profile.numbers) < 10) continue
    const isBesideOthers = columns.some(other => other.size !== '' || (other.field === 'root' && other.index !== index))
    if (parseNotation(title).fields.root !== null && isBesideOthers && !work.has('price'))
      columns[index] = { ...noMeaning, index, title, field: 'price', size: title, ...notAsked }
  }
}

/** «Вид посадочного материала» above «сеянцы с ОКС»: of a list without packings the remarks that state them are these. */
function packingsAmongRemarks(work: ColumnsInWork): void {
  if (work.has('root') || work.has('root_size')) return
  const found = work.columns.find(({ index, field, role }) => {
    const { filled = 0, packings = 0, stated = 0, roots = 0 } = work.profiles[index] ?? {}
    const isRemark = (field === null && role === 'remark') || field === 'note' || field === 'category'
    return isRemark && !work.fixed.has(index) && filled >= 3 && roots >= agreeing && packings >= agreeing && stated < 1
  })
  if (found) Object.assign(found, { ...noMeaning, field: 'root' })
}

/** What titles say together, and what the cells below them correct. */
function readTitles(work: ColumnsInWork, named: number | null): void {
  const { columns, profiles, header, fixed, rows, names } = work
  openEndsBesideSizes(work)
  quantitiesFromOne(columns, fixed)
  quantitiesBesidePrices(columns, profiles, fixed)
  pricesOfMany(columns, profiles, fixed)
  manyWithoutOne(columns, fixed)
  for (const { column, size } of sizedByTitle(columns, profiles, fixed)) {
    Object.assign(column, { ...noMeaning, field: 'price', size })
    work.guessed.add(column.index)
  }
  packingsBesidePackings(work)
  for (const column of columns)
    if (!fixed.has(column.index)) reconsider(column, header, profiles[column.index], columns)
  for (const column of columns) if (!fixed.has(column.index)) sizeAsOthers(column, columns, profiles[column.index])
  dropDoubles(columns, profiles, fixed)
  if (named !== null) {
    for (const column of columns)
      if (column.field === 'name' && column.index !== named) Object.assign(column, { field: null, role: 'remark' })
  }
  for (const column of columns) correctByContent(column, profiles[column.index], fixed, field => work.has(field))
  placeNames(columns, profiles, { rows, names, fixed })
  packingsAmongRemarks(work)
}

/** Notes the titles that say something besides what they were taken for. */
function doubtTitles({ columns, profiles, header, fixed, guessed }: ColumnsInWork): void {
  if (!header) return
  for (const column of columns) {
    const profile = profiles[column.index]
    const isOfTitle = column.title !== '' && (column.field !== null || column.role !== null)
    if (!isOfTitle || !profile || fixed.has(column.index) || column.size !== '') continue
    const above = header.above[column.index] ?? ''
    const own = above === '' ? column.title : column.title.slice(above.length).trim()
    // «Код» beside «Артикул» means what it says; only the other counts.
    const meant = meaningOfTitle(column.title)
    if (column.role === 'remark' && meant !== null && meant.field !== null) {
      // «Цена за лоток»: the strange word is what the price is for.
      if (meant.per !== 'pack' && strangeWordsOf(own, above, meant).length > 0) guessed.add(column.index)
      continue
    }
    // A number in the title of a measure may be what all its cells have.
    if (sizedFields.has(column.field ?? '') && /\d{2,}|\d ?(?:л|l)(?!\p{L})/u.test(column.title))
      guessed.add(column.index)
    if (!needsAsking(own, above, column, profile)) continue
    if (isOfMoney(column)) askOfMoney(column, strangeWordsOf(own, above, column), guessed)
    else guessed.add(column.index)
  }
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

/** Notes counts that are no whole numbers, and cells with two prices each. */
function doubtNumbers({ columns, profiles, fixed, guessed }: ColumnsInWork): void {
  const prices = columns.flatMap(column => (isOfMoney(column) ? (profiles[column.index] ?? []) : []))
  for (const column of columns) {
    const profile = profiles[column.index]
    if (!profile) continue
    if (column.field === 'stock' && areThousandths(profile, prices)) {
      column.hasThousandths = true
      profiles[column.index] = { ...profile, stocks: 1 }
      continue
    }
    column.hasBrokenCounts = column.field === 'stock' && column.factor === 1 && areBroken(profile)
    column.isPaired = column.field === 'price' && arePaired(profile) && !namesTwoPrices(column.title)
    // Nothing but the order of the numbers says which is which.
    if (column.isPaired && !fixed.has(column.index)) guessed.add(column.index)
  }
}

const ofLengths = new Set<ColumnField | null>(['height', 'spread', 'girth', 'stem_height'])

/** «выс., см» beside «цена», both below «С3»: how high the plants are that are sold so, and no others of the row. */
function measuresOfGroups(columns: ColumnPlan[], header: Header | null): void {
  const groups = new Set(columns.flatMap(column => (isOfMoney(column) && column.size !== '' ? [column.size] : [])))
  for (const column of columns) {
    const size = sizeIn(header?.above[column.index] ?? '')
    if (!ofLengths.has(column.field) || column.size !== '' || column.isSaid === true || !groups.has(size)) continue
    Object.assign(column, { size, asked: null, fate: null })
  }
}

/** Fields below whose titles cells are matched with the names of plants. */
const mayName = new Set<ColumnField | null>(['name', 'category', 'size', 'note'])

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
  const titled = new Set(columns.flatMap(({ index }) => ((meanings[index] ?? null) === null ? [] : [index])))
  const profiles: Profile[] = []
  for (const { index, field } of columns) {
    // If the title is clear, the cells are not matched.
    const isMatched = !titled.has(index) || mayName.has(field)
    profiles.push(profileOf(sampleOf(rows, index), isMatched ? names : null))
    yield
  }
  const answered = takeAnswers(columns, fixed, answers)
  const work = new ColumnsInWork({ rows, header, names }, columns, profiles, titled, fixed)
  readTitles(work, answeredNames(answers))
  yield
  findByContent(work)
  pairEnds(columns, rows)
  explainSizes(columns, profiles, rows)
  doubtTitles(work)
  doubtNumbers(work)
  const { guessed, neighbour } = work
  settleFates(columns, profiles, { fixed, answered, guessed, neighbour })
  measuresOfGroups(columns, header)
  return { columns, hasNeighbour: neighbour < width, answers }
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
