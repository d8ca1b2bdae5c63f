// Columns of which titles say the same: which of them counts.
import type { ColumnField } from '#contract/price-lists.ts'
import { several } from './column-corrections.ts'
import type { ColumnPlan } from './column-plan.ts'
import { agreeing, fitOf, quantityIn } from './fates.ts'
import { countOf } from './price-units.ts'
import type { Profile } from './profiles.ts'

/** Two columns of one thing, in the order of the sheet, with what their cells look like. */
interface Double {
  before: ColumnPlan
  column: ColumnPlan
  was: Profile | undefined
  is: Profile | undefined
}

const agrees = ({ field }: ColumnPlan, profile: Profile | undefined) =>
  field === null || profile === undefined || profile.filled === 0 || fitOf(field, profile) >= agreeing

const yearOf = ({ title }: ColumnPlan) => Number(/20\d\d/.exec(title)?.[0] ?? 0)
/** «Цена 2024» and «Цена 2025» */
const areOfYears = ({ before, column }: Double) => yearOf(column) > 0 && yearOf(before) > 0
/** Of prices of two years, or «без НДС» and «с НДС», the latter counts. */
const isNewer = (double: Double) =>
  (areOfYears(double) && yearOf(double.column) > yearOf(double.before)) || /с ндс|нов/iu.test(double.column.title)

/** Of «Код» and «Артикул» the latter is the nursery's own number, if it distinguishes the rows. */
const isArticle = ({ before, column, was, is }: Double) =>
  column.field === 'sku' &&
  /артик|sku/iu.test(column.title) &&
  !/артик|sku/iu.test(before.title) &&
  (is?.distinct ?? 0) > 0.95 &&
  (is?.filled ?? 0) >= (was?.filled ?? 0) * 0.8

/** Of «Начальный остаток» and «Конечный», of «Всего» and «Свободно» the latter is what there is to sell. */
const isFree = ({ before, column }: Double) =>
  column.field === 'stock' &&
  /конечн|свободн|доступн/iu.test(column.title) &&
  !/конечн|свободн|доступн/iu.test(before.title)

/** Prices of which nobody can tell by the title how many plants they are for. */
const isOfUnknown = ({ per }: ColumnPlan) => per === 'running_metre' || per === 'pack'
/** «Руб./п.м.», «Цена за лоток» beside «Руб./шт.»: a plant has one price, whatever a metre or a tray of them costs. */
const isOfOne = ({ before, column }: Double) => column.field === 'price' && isOfUnknown(before) && !isOfUnknown(column)

const isOfText = ({ column, was, is }: Double) =>
  column.field === 'name' && (was?.names ?? 0) < 0.2 && (is?.names ?? 0) > 0.4

const isOfWords = (profile: Profile | undefined) =>
  profile !== undefined && profile.filled > 0 && profile.samples.every(text => !/\d/.test(text))

/** Whether the later of two columns is the one that counts. */
const isBetter = (double: Double) =>
  (!agrees(double.before, double.was) && agrees(double.column, double.is)) ||
  (double.was?.filled ?? 0) < (double.is?.filled ?? 0) * 0.2 ||
  isNewer(double) ||
  isOfText(double) ||
  isFree(double) ||
  isOfOne(double) ||
  isArticle(double)

/** «Цена за 1 шт.» beside «Цена за упаковку 10 шт.»: what more of them cost. Returns the price of one. */
function pricesOfMany({ before, column }: Double): ColumnPlan | null {
  if (column.field !== 'price') return null
  const [one, more] = countOf(before.per) < countOf(column.per) ? [before, column] : [column, before]
  if (countOf(one.per) !== 1 || countOf(more.per) <= 1 || one.per === 'pack' || one.per === 'running_metre') return null
  more.field = `price_from:${countOf(more.per)}`
  return one
}

const asked = (column: ColumnPlan, first: ColumnField, second: ColumnField): (ColumnField | 'ignore')[] => [
  ...[first, second],
  ...quantityIn(column.title),
  ...(['note', 'ignore'] as const),
]

/** Keeps one of two columns; returns it. Which of two prices counts, only a person can tell. */
function keepOne(double: Double): ColumnPlan {
  const { before, column, was, is } = double
  const better = isBetter(double)
  const [kept, dropped, profile] = better ? [column, before, was] : [before, column, is]
  const isExplained =
    better || areOfYears(double) || isOfOne({ ...double, before: column, column: before }) || column.field !== 'price'
  if (!isExplained) {
    before.asked = asked(before, 'price', 'price_wholesale')
    Object.assign(column, { asked: asked(column, 'price_wholesale', 'price'), fate: 'unknown' })
  }
  const isRemark = isExplained && agrees(dropped, profile)
  Object.assign(dropped, { field: null, role: isRemark ? 'remark' : null })
  return kept
}

/**
 * Settles which of the columns counts of which titles say the same: the first one, unless the cells suggest otherwise.
 * `fixed`: the fields that a person has set.
 */
export function dropDoubles(
  columns: ColumnPlan[],
  profiles: Profile[],
  fixed: ReadonlyMap<number, ColumnField | null>,
): void {
  const seen = new Map<string, ColumnPlan>()
  // Of a price in euros and one in rubles both are kept: the former for the note.
  const keyOf = ({ field, size, end, currency }: ColumnPlan) => `${field}|${size}|${end ?? ''}|${currency ?? ''}`
  const said = new Set(columns.filter(({ index }) => fixed.has(index)).map(keyOf))
  for (const column of columns) {
    const { field, index } = column
    if (field === null || fixed.has(index)) continue
    const key = keyOf(column)
    const before = seen.get(key)
    const double = before && { before, column, was: profiles[before.index], is: profiles[index] }
    const isSaid = field === 'price' && countOf(column.per) === 1 && said.has(key)
    // Somebody has said which column holds the price: what this one holds then is open.
    if (isSaid)
      Object.assign(column, { field: null, fate: 'unknown', asked: asked(column, 'price_wholesale', 'price') })
    else if (!double) seen.set(key, column)
    // «available | qty»: whether there are any, and how many.
    else if (field === 'stock' && isOfWords(double.was) !== isOfWords(double.is)) continue
    else if (field === 'price' || !several.has(field)) {
      const one = pricesOfMany(double)
      const isLatin = field === 'name' && double.is?.isLatin && !columns.some(other => other.field === 'latin_name')
      if (one) seen.set(key, one)
      else if (isLatin) column.field = 'latin_name'
      else seen.set(key, keepOne(double))
    }
  }
}
