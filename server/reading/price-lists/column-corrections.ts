// What the cells below titles, and the titles beside them, correct in what the titles say.
import type { ColumnField } from '#contract/price-lists.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import { agreeing, fitOf } from './fates.ts'
import type { Header } from './headers.ts'
import { median, type Profile, sampleOf } from './profiles.ts'
import { categoryIn, noMeaning, possibleMeanings } from './titles.ts'
import { sizeText } from './values.ts'

/**
 * If the cells contradict what a title says first, another of its meanings is taken which they agree with: «Номенклатура,
 * характеристика» above names is no size. A title without a known meaning may have one by its words.
 */
export function reconsider(
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

/** Of so many rows with both ends the order is no chance. */
const fewestPairs = 3
const ofRanges = new Set<string>(['height', 'spread', 'girth'])

/** Fields that several columns of a list may have. */
export const several = new Set<string>(['size', 'note', 'height', 'spread', 'root', 'root_size', 'price'])

/**
 * Two columns side by side of one measure, of which titles name one end at most, the numbers of the former never larger:
 * where a range begins and ends.
 */
export function pairEnds(columns: ColumnPlan[], rows: Cell[][]): void {
  for (const [at, first] of columns.entries()) {
    const second = columns[at + 1]
    if (!second || first.field === null || !ofRanges.has(first.field) || second.field !== first.field) continue
    const others = columns.filter(({ field, index }) => field === first.field && index < first.index)
    const isOpen = (first.end ?? 'from') === 'from' && (second.end ?? 'to') === 'to'
    if (!isOpen || others.length > 0) continue
    const pairs = rows.flatMap(cells => {
      const [from, to] = [first, second].map(({ index }) => Number(textOf(cells[index] ?? '').replace(',', '.')))
      return from && to ? [[from, to] as const] : []
    })
    if (pairs.length < fewestPairs || pairs.some(([from, to]) => from > to)) continue
    Object.assign(first, { end: 'from' })
    Object.assign(second, { end: 'to' })
  }
}

/** Corrects the field of a title with several possible meanings according to the cells below it. */
export function correctByContent(
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
export function explainSizes(columns: ColumnPlan[], profiles: Profile[], rows: Cell[][]): void {
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
