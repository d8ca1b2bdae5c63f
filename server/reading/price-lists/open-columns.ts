// What the columns mean whose titles say nothing, by their cells.
import { statesRubles } from '#server/reading/lines/rubles.ts'
import { textOf } from '#server/reading/tables/cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { ColumnsInWork } from './columns-in-work.ts'
import { readDistinctly } from './distinct-cells.ts'
import { agreeing } from './fates.ts'
import { median, type Profile, sampleOf } from './profiles.ts'

/** So many times as much as the numbers of other columns are prices. */
const dearer = 20

/** Whether the numbers look like prices, most of which are round. */
const looksPriced = ({ numbers }: Profile) =>
  median(numbers) >= 40 && numbers.filter(value => value % 5 === 0).length >= numbers.length * 0.7

/** Words that say of nothing but a stock what they say. */
const ofStockAlone = ({ samples }: Profile) =>
  samples.filter(text => /налич|заказ|продан|склад|stock|ожида|распрод|поступ|запрос|шт|lager|bestell/iu.test(text))
    .length *
    3 >=
  samples.length

/** «0» in every row is the buyer's order, or nothing at all. */
const areZeros = ({ samples }: Profile) => samples.every(text => /^0+(?:[.,]0+)?$/.test(text))

/** Finds columns of names, and where another table begins. */
function findNames(work: ColumnsInWork): void {
  const { columns, profiles, fixed } = work
  const byNames = work
    .meaningless()
    .filter(({ profile }) => profile.names >= 0.4)
    .toSorted((one, other) => other.profile.names - one.profile.names)
  for (const { index, profile } of byNames) {
    if (profile.numbers.length > profile.filled / 2) continue
    const isLatinOfAnother = profile.isLatin && byNames.some(other => other.index !== index && !other.profile.isLatin)
    if (!work.has('name') && !work.has('genus') && !isLatinOfAnother) work.set(index, 'name')
    else if (!work.has('latin_name') && profile.isLatin) work.set(index, 'latin_name')
  }
  // Whoever has said what such a column is has seen it.
  const unseen = columns.filter(({ index }) => !fixed.has(index) && byNames.some(one => one.index === index))
  work.neighbour = neighbourOf(columns, profiles, unseen)
}

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

function findSizes(work: ColumnsInWork): void {
  for (const { index, profile } of work.meaningless()) {
    if (profile.isSequence) continue
    // «Höhe 200-250, G 12-14, WRB-45»: sizes with words that nobody knows.
    const isOfSizes = profile.sizes >= 0.5 || (profile.stated >= agreeing && profile.names < 0.3)
    if (isOfSizes && profile.numbers.length < profile.filled * 0.5) {
      const field = profile.roots >= 0.8 && !work.has('root') ? 'root' : 'size'
      work.set(index, field, { isGuess: !readDistinctly('size', profile) })
    } else if (profile.packings >= agreeing && profile.filled > 2 && profile.words > 0 && !work.has('root'))
      work.set(index, 'root')
  }
}

/** «3 шт» is no price. */
function findCounts(work: ColumnsInWork): void {
  for (const { index, profile } of work.meaningless()) {
    if (work.has('stock')) return
    // «2700р (15 шт)» is both, and a column of prices.
    const counted = profile.samples.filter(text => /\d\s?(?:шт|экз|pcs|stk|szt)/iu.test(text) && !statesRubles(text))
    if (counted.length * 2 > profile.filled && profile.stocks >= agreeing) work.set(index, 'stock')
  }
}

const mayBePrices = (profile: Profile) =>
  !profile.isSequence &&
  !areZeros(profile) &&
  profile.prices >= 0.6 &&
  (profile.numbers.length * 2 > profile.filled ||
    (profile.numbers.length > 0 && (profile.prices === 1 || profile.samples.some(text => statesRubles(text)))))

/** A column with this many times as many cells as another one makes that one stray numbers. */
const strays = 5

/** Finds a column of prices, if no title names one, and a stock beside it. */
function findPrices(work: ColumnsInWork): void {
  const isPriced = work.columns.some(
    ({ field }) => field === 'price' || field === 'price_wholesale' || field?.startsWith('price_from'),
  )
  const open = work.meaningless().filter(({ profile }) => mayBePrices(profile))
  // A column of a few stray numbers is none of prices.
  const most = Math.max(0, ...open.map(({ profile }) => profile.filled))
  const numeric = open.filter(({ profile }) => profile.filled * strays >= most)
  if (isPriced || numeric.length === 0) return
  const priced = numeric.filter(({ profile }) => looksPriced(profile))
  const [leftmost] = priced.length > 0 ? priced : numeric
  if (!leftmost) return
  // Sizes may be round too: «50», «60» beside «18500».
  const middle = ({ profile }: { profile: Profile }) => median(profile.numbers)
  const [dearest = leftmost] = priced.toSorted((one, other) => middle(other) - middle(one))
  const first = middle(dearest) >= middle(leftmost) * dearer ? dearest : leftmost
  // A number may be a price or a stock, if nothing says which.
  const distinct = numeric.filter(({ profile }) => readDistinctly('price', profile))
  const isCertain = distinct.length === 1 && distinct[0] === first
  work.set(first.index, 'price')
  for (const { index } of numeric) if (!isCertain || index !== first.index) work.guessed.add(index)
  const [other, ...more] = numeric.filter(({ index }) => index !== first.index)
  const isWorded = ({ index, profile }: (typeof open)[number]) =>
    index !== other?.index && profile.stocks >= 0.8 && profile.numbers.length < profile.filled
  const isStock = other && more.length === 0 && !work.has('stock') && !priced.includes(other)
  if (isStock && !work.meaningless().some(isWorded)) work.set(other.index, 'stock')
}

/** «Есть»: a title without a known meaning above words of stock. */
function findWordsOfStock(work: ColumnsInWork): void {
  for (const { index, profile } of work.meaningless()) {
    if (work.has('stock')) return
    const isWorded = profile.words >= 0.2 && profile.filled > 2
    if (profile.stocks >= 0.9 && isWorded) work.set(index, 'stock', { isGuess: !ofStockAlone(profile) })
  }
}

/** Finds what a sheet without any titles may have besides. */
function findUntitled(work: ColumnsInWork): void {
  for (const { index, profile } of work.meaningless()) {
    if (profile.isSequence || areZeros(profile)) continue
    if (!work.has('stock') && profile.stocks >= 0.8 && profile.numbers.length < profile.filled)
      work.set(index, 'stock', { isGuess: !ofStockAlone(profile) })
    else if (!work.has('sku') && profile.codes >= 0.9 && profile.distinct > 0.95 && profile.filled > 3)
      work.set(index, 'sku')
    else {
      const isOfRemarks = profile.words > 0.8 && profile.names < 0.3 && profile.length > 6
      if (!work.has('note') && work.hasNames() && isOfRemarks) work.set(index, 'note')
    }
  }
}

/** One line per plant, with its sizes and price in the same cell. */
function findLines(work: ColumnsInWork): void {
  const [worded] = work
    .open()
    .filter(({ field, profile }) => (field === null || field === 'size') && profile.words >= 0.6)
    .toSorted((one, other) => other.profile.filled - one.profile.filled)
  if (!worded) return
  const cells = sampleOf(work.rows, worded.index).map(textOf)
  const priced = cells.filter(text => /\d ?(?:₽|руб|р\.|р(?=$|[\s,;)]))/u.test(text))
  if (priced.length > 0 && priced.length * 4 >= cells.length) work.set(worded.index, 'name')
}

/** Determines by their cells what the columns mean of which neither a title nor a person says it. */
export function findByContent(work: ColumnsInWork): void {
  findNames(work)
  findSizes(work)
  findCounts(work)
  findPrices(work)
  if (work.header) findWordsOfStock(work)
  else {
    findUntitled(work)
    if (!work.hasNames()) findLines(work)
  }
}
