// Every number of a row has a fate that can be shown.
import type { UnreadText } from '#contract/price-lists.ts'
import type { WritableVariant } from '#contract/variants.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import { priceAndSizeIn } from './values.ts'

/** Nothing longer is looked through for its numbers. */
const longestText = 1000

const plainNumbers = (text: string) =>
  (text.slice(0, longestText).match(/\d+(?:[.,]\d+)?/gu) ?? []).map(number => Number(number.replace(',', '.')))

/** The numbers of a text, its groups of digits apart and together. */
const readingsOf = (text: string) => [
  plainNumbers(text),
  plainNumbers(text.replaceAll(/(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))/gu, '')),
]

/** The numbers in a text as a reader may take them: «12 000» is 12000, or 12 and 0. */
export function numbersIn(text: string): number[] {
  const bounded = text.slice(0, longestText)
  const found = plainNumbers(bounded)
  for (const [grouped] of bounded.matchAll(/(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}){1,3}(?!\d)/gu))
    found.push(Number(grouped.replaceAll(/\D/g, '')))
  return found
}

const date = /\d{1,2}[./]\d{1,2}[./]\d{2,4}|20\d\d-\d\d|20\d\d/u

/** Ranges as some write them, «15...20», «15÷20», in the way that the notation reads. */
export const withPlainRanges = (text: string): string => text.replaceAll(/(?<=\d)(?: ?÷ ?|…|\.{2,3})(?=\d)/gu, '-')

/** What of a name is a number that nothing was read from; the numbers of a plant's own name do not come here. */
export function lostInName(rest: string, variants: WritableVariant[]): string[] {
  const known = [
    ...variants.flatMap(lengthsOf),
    ...variants.flatMap(moneyOf),
    ...variants.flatMap(({ stock_quantity: quantity, price_tiers: tiers }) => [
      ...(quantity === null ? [] : [quantity]),
      ...tiers.flatMap(tier => tier.quantity_from ?? []),
    ]),
    ...numbersIn(variants.map(({ note }) => note).join(' ; ')),
  ]
  const isKnown = (number: number) =>
    number === 0 || factors.some(times => known.some(one => near(number * times, one) || near(number, one * times)))
  const bare = rest.slice(0, longestText).replaceAll(/\d+(?=[- ]?ствол)/gu, ' ')
  // «12 000» is 12000; «40-50 950 руб.» is 50 and 950.
  const [one = [], other = []] = readingsOf(bare).map(numbers => numbers.filter(number => !isKnown(number)))
  return (other.length < one.length ? other : one).map(number => String(number).replace('.', ','))
}

/** What a number may have been before it was brought to the units of the catalogue. */
const factors = [1, 10, 100, 1000]

const near = (one: number, other: number) => Math.abs(one - other) <= 0.011 * Math.max(1, Math.abs(other) / 100)

const measured = [
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'transplants',
  'root_size',
] as const

const lengthsOf = (variant: WritableVariant) => measured.flatMap(field => variant[field] ?? [])

const moneyOf = ({ price, price_tiers: tiers }: WritableVariant) => [
  ...(price === null ? [] : [price]),
  ...tiers.map(tier => tier.price),
]

export interface Accounted {
  columns: ColumnPlan[]
  cells: Cell[]
  variants: WritableVariant[]
  unread: UnreadText[]
  /** How many plants the prices of a column are for. */
  countOf: (column: ColumnPlan) => number
}

/** Fields in whose columns a number is a value, and never a mere remark. */
const valued = new Set<string>([
  'size',
  'height',
  'spread',
  'girth',
  'stem_height',
  'transplants',
  'root',
  'root_size',
  'form',
  'stock',
])
const isPriced = (field: string) => field.startsWith('price')

/** The cells with numbers that are neither in a field nor in the note nor told as unread: nobody may lose them in silence. */
export function lostNumbers({ columns, cells, variants, unread, countOf }: Accounted): UnreadText[] {
  const said = numbersIn(
    [
      ...variants.map(({ note, sku }) => `${note} ; ${sku ?? ''}`),
      ...unread.map(({ text }) => text),
      ...variants.map(({ available_from: date }) => date ?? ''),
    ].join(' ; '),
  )
  const lengths = variants.flatMap(lengthsOf)
  const stocks = variants.flatMap(({ stock_quantity: quantity }) => quantity ?? [])
  const money = variants.flatMap(moneyOf)
  const quantities = variants.flatMap(({ price_tiers: tiers }) => tiers.flatMap(tier => tier.quantity_from ?? []))
  const isDated = variants.some(({ available_from: from }) => from !== null)
  const found: UnreadText[] = []
  for (const column of columns) {
    const { index, field, factor, fate } = column
    const cell = cells[index] ?? ''
    if (cell === '' || field === null || fate !== null || typeof cell === 'object') continue
    if (!valued.has(field) && !isPriced(field)) continue
    const text = textOf(cell)
    if (isDated && date.test(text)) continue
    const isLength = (number: number) =>
      factors.some(times => lengths.some(length => near(number * times, length) || near(number, length * times)))
    const hasSize = isPriced(field) && priceAndSizeIn(cell) !== null
    const isKnown = (number: number) =>
      number === 0 ||
      said.some(other => near(number, other)) ||
      (hasSize && isLength(number)) ||
      (isPriced(field)
        ? money.some(price => near((number * factor) / countOf(column), price)) ||
          money.some(price => near((number * 1000) / countOf(column), price)) ||
          stocks.includes(number) ||
          quantities.includes(number)
        : field === 'stock'
          ? factors.some(times => stocks.some(stock => near(number * times, stock)))
          : isLength(number) || stocks.includes(number) || money.some(price => near(number, price)))
    // «12 000» is 12000; «С5 100-120» is 5 and 100.
    if (readingsOf(text).some(numbers => numbers.every(isKnown))) continue
    found.push({ column: index, text: text.slice(0, 200), code: 'words' })
  }
  return found
}
