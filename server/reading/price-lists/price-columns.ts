// Columns of prices that belong together: of sizes, of quantities, of retail and wholesale; and counts in thousands.
import type { ColumnField } from '#contract/price-lists.ts'
import { type ColumnPlan, sizedFields } from './column-plan.ts'
import { agreeing } from './fates.ts'
import { countOf } from './price-units.ts'
import { median, type Profile } from './profiles.ts'
import { noMeaning, sizeBehind } from './titles.ts'
import { pricePairIn, readPrice } from './values.ts'

/** At least so many and this share of the counts are no whole numbers. */
const fewestBroken = 2
const brokenShare = 0.1
export const areBroken = ({ numbers }: Profile) => {
  const broken = numbers.filter(value => !Number.isInteger(value)).length
  return broken >= fewestBroken && broken >= numbers.length * brokenShare
}

const fewestAlike = 3

/**
 * Whether the counts are written with three decimals, as accounting programs export them: «14,000» is fourteen, and
 * fourteen thousand in a list that writes thousands so. «0,000» and «1 200,000» tell; or all of several counts, beside
 * prices with kopecks behind a comma.
 */
export function areThousandths({ samples }: Profile, prices: Profile[]): boolean {
  const counts = samples.map(text => text.trim()).filter(text => /\d/.test(text))
  if (counts.length === 0 || !counts.every(text => /^\d[\d\s\u00A0]*,\d{3}$/u.test(text))) return false
  if (counts.some(text => /^0,|\d[\s\u00A0]\d{3},\d{3}$/u.test(text))) return true
  const haveKopecks = prices.some(({ samples: texts }) => texts.some(text => /\d,\d{2}(?!\d)/.test(text)))
  return haveKopecks && counts.length >= fewestAlike && counts.every(text => text.endsWith(',000'))
}

const fewestPairs = 3

/** Whether the cells have two prices each, in one order. */
export function arePaired({ pricePairs, samples }: Profile): boolean {
  if (pricePairs < agreeing) return false
  const pairs = samples.flatMap(text => {
    const [one, other] = (pricePairIn(text) ?? []).map(price => readPrice(price, 1))
    return one?.is === 'price' && other?.is === 'price' ? [[one.price, other.price] as const] : []
  })
  if (pairs.length < fewestPairs) return false
  return pairs.every(([one, other]) => one >= other) || pairs.every(([one, other]) => one <= other)
}

/** «1-24», «25-99 шт», «100+»: how many plants a title is about. */
function quantitiesOf(title: string): { from: number; to: number } | null {
  const bare = title.trim().replace(/\s?(?:шт|экз|pcs|stk|szt)\p{L}*\.?$/iu, '')
  const [, from, to] = /^(\d{1,5})\s?[\p{Pd}−]\s?(\d{1,5})$/u.exec(bare) ?? []
  if (from !== undefined) return { from: Number(from), to: Number(to) }
  const [, least] = /^(?:от|from|ab|>=?|≥)?\s?(\d{1,5})\s?(?:\+|и (?:более|больше|выше|далее))?$/iu.exec(bare) ?? []
  return least === undefined ? null : { from: Number(least), to: Number.POSITIVE_INFINITY }
}

/** Columns of prices side by side whose titles count on from one: «1-24», «25+» are quantities, and no sizes. */
export function quantitiesFromOne(columns: ColumnPlan[], fixed: Map<number, ColumnField | null>): void {
  for (const [at, first] of columns.entries()) {
    const quantities = quantitiesOf(first.title)
    if (quantities?.from !== 1 || quantities.to === Number.POSITIVE_INFINITY || fixed.has(first.index)) continue
    const next: { column: ColumnPlan; from: number }[] = []
    let { to } = quantities
    for (const column of columns.slice(at + 1)) {
      const more = quantitiesOf(column.title)
      if (more?.from !== to + 1 || fixed.has(column.index)) break
      next.push({ column, from: more.from })
      to = more.to
    }
    if (next.length === 0) continue
    Object.assign(first, { field: 'price', size: '' })
    for (const { column, from } of next) Object.assign(column, { field: `price_from:${from}`, size: '' })
  }
}

/** «от 50» beside a column of prices, and all of its prices lower: what many of them cost, and no size. */
export function quantitiesBesidePrices(
  columns: ColumnPlan[],
  profiles: Profile[],
  fixed: Map<number, ColumnField | null>,
): void {
  const least = /^(?:от|from|ab|≥|>=?) ?(\d{1,5})$/iu
  const middle = ({ index }: ColumnPlan) => median(profiles[index]?.numbers ?? [])
  const base = columns.find(({ field, size }) => field === 'price' && size === '')
  if (!base || columns.some(({ size }) => size !== '' && !least.test(size))) return
  for (const column of columns) {
    const isOpen = column.size === '' && column.field === null && column.role === null
    const quantity = least.exec(isOpen ? column.title.trim() : column.size)?.[1]
    if (quantity === undefined || fixed.has(column.index) || middle(column) >= middle(base)) continue
    Object.assign(column, { field: `price_from:${Number(quantity)}`, size: '' })
  }
}

/**
 * «Цена (10 шт.)» without a column of prices of one: they may be for ten, or of one if one takes ten. A person is asked
 * for how many they are.
 */
export function manyWithoutOne(columns: ColumnPlan[], fixed: Map<number, ColumnField | null>): void {
  const ofMany = columns.filter(({ field }) => field?.startsWith('price_from:'))
  const [only] = ofMany
  const isBesideOne = columns.some(({ field }) => field === 'price' || field === 'price_wholesale')
  if (!only || ofMany.length > 1 || isBesideOne || fixed.has(only.index)) return
  const isOfMany = /(?<![\d.,])10{1,3} ?(?:шт|экз|раст|саж)/iu.test(only.title)
  if (!isOfMany || /(?:(?<!\p{L})(?:от|свыше|более|при|менее|from|ab)|>|≥)\s?\d|\d\s?\+/iu.test(only.title)) return
  Object.assign(only, { field: 'price', per: 'pack' })
}

/**
 * «Цена за 10 шт», «за 100 шт», «за 1000 шт» side by side, each of which costs more and is less for one plant: prices
 * from so many.
 */
export function pricesOfMany(columns: ColumnPlan[], profiles: Profile[], fixed: Map<number, ColumnField | null>): void {
  const ofMany = columns
    .flatMap(column => {
      const count = countOf(column.per)
      const price = median(profiles[column.index]?.numbers ?? [])
      const isOpen = column.size === '' && !fixed.has(column.index) && count > 1 && price > 0
      return isOpen ? [{ column, count, price }] : []
    })
    .toSorted((one, other) => one.count - other.count)
  const isFalling = ofMany.every(({ count, price }, at) => {
    const before = ofMany[at - 1]
    return !before || (count > before.count && price > before.price && price / count < before.price / before.count)
  })
  if (ofMany.length < 2 || !isFalling) return
  const isBesideOne = columns.some(({ field, size, per }) => field === 'price' && size === '' && per === null)
  for (const [at, { column, count }] of ofMany.entries())
    Object.assign(column, { field: at === 0 && !isBesideOne ? 'price' : `price_from:${count}`, role: null })
}

/** Columns of numbers side by side whose titles, in words that nobody knows, end with sizes that differ. */
export function sizedByTitle(
  columns: ColumnPlan[],
  profiles: Profile[],
  fixed: Map<number, ColumnField | null>,
): { column: ColumnPlan; size: string }[] {
  const found = columns.flatMap(column => {
    const { filled = 0, numbers = [] } = profiles[column.index] ?? {}
    const isNumeric = filled > 0 && numbers.length >= filled * agreeing && median(numbers) >= 10
    const isOpen = column.field === null && column.role === null && !fixed.has(column.index)
    const size = isOpen && isNumeric ? sizeBehind(column.title) : ''
    return size === '' ? [] : [{ column, size }]
  })
  const differ = new Set(found.map(({ size }) => size)).size
  return differ >= 2 && differ === found.length ? found : []
}

/** «40-60 см», «2 л»: the size that all cells below a title have. */
const sizeInTitle = /\d[\d.,]*(?: ?[\p{Pd}] ?\d[\d.,]*)? ?(?:см|м|л|cm|m|l)?(?!\p{L})/u

/** «Висота 40-60 см» next to columns of prices of other sizes is a column of prices too. */
export function sizeAsOthers(column: ColumnPlan, columns: ColumnPlan[], profile: Profile | undefined): void {
  const isSized = columns.some(other => other.size !== '' && other.index !== column.index)
  const { field, title } = column
  if (!isSized || !profile || column.size !== '' || (field !== null && !sizedFields.has(field))) return
  if (field === null && (column.role !== null || !/\d ?[\p{Pd}÷/–] ?\d/u.test(title))) return
  const [size] = /\d{2,}|\d ?(?:л|l)(?!\p{L})/u.test(title) ? (sizeInTitle.exec(title) ?? []) : []
  if (size === undefined || profile.numbers.length < profile.filled * agreeing) return
  const word = column.word?.replace(/, \p{L}+:$/u, '') ?? ''
  Object.assign(column, { ...noMeaning, field: 'price', size: `${word} ${size}`.trim() })
}
