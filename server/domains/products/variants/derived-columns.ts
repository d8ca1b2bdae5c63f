import { writeLabel } from '#contract/size-label.ts'
import type { Stock } from '#contract/variants.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'
import type { WrittenVariant } from './variant-form.ts'
import { presentSizes, type SizeColumns } from './variants.present.ts'

/** What of a variant its product's derived columns tell. */
export interface DerivedFrom extends SizeColumns {
  priceKopecks: number | null
  stock: Stock | null
}

const stated = (values: (number | null | undefined)[]) => values.filter(value => typeof value === 'number')
const smallest = (values: number[]) => (values.length > 0 ? Math.min(...values) : null)
const largest = (values: number[]) => (values.length > 0 ? Math.max(...values) : null)

/** The range from the smallest to the largest stated value; for a single variant its own range, including open ends. */
function spanOf(ranges: { from: number | null | undefined; to: number | null | undefined }[]) {
  const [only, ...others] = ranges
  if (only && others.length === 0) return { from: only.from ?? null, to: only.to ?? null }
  return {
    from: smallest(stated(ranges.map(({ from, to }) => from ?? to))),
    to: largest(stated(ranges.map(({ from, to }) => to ?? from))),
  }
}

/** The value shared by all, or null. */
function common<Value>(values: (Value | null)[]): Value | null {
  const [first = null] = values
  return values.every(value => value === first) ? first : null
}

/** A line for all sizes: the size of the only variant, or what several share and the ranges of the rest. */
function sizesLine(list: Sizes[]): string {
  const [first] = list
  if (!first) return ''
  if (list.length === 1) return writeLabel(first)
  const girth = spanOf(list.map(({ girth_from: from, girth_to: to }) => ({ from, to })))
  const height = spanOf(list.map(({ height_from: from, height_to: to }) => ({ from, to })))
  return writeLabel({
    form: common(list.map(({ form }) => form)),
    girth_from: girth.from,
    girth_to: girth.to,
    height_from: height.from,
    height_to: height.to,
    spread_from: null,
    spread_to: null,
    stem_height: common(list.map(({ stem_height }) => stem_height)),
    stems: null,
    transplants: null,
    root: common(list.map(({ root }) => root)),
    root_size: common(list.map(({ root_size }) => root_size)),
  })
}

/** The variant whose packing the product shows: the cheapest that is not sold out. */
export function cheapestOf<Row extends WrittenVariant>(list: Row[]): Row | undefined {
  const offered = list.filter(({ stock }) => stock !== 'sold_out')
  const price = ({ priceKopecks }: Row) => priceKopecks ?? Number.POSITIVE_INFINITY
  return (offered.length > 0 ? offered : list).toSorted((one, other) => price(one) - price(other) || 0)[0]
}

/**
 * The columns that a product derives from its variants, so that lists need not read them. Sold-out ones count for
 * sizes, not for prices; prices of larger quantities count for neither.
 */
export function derivedColumns(list: DerivedFrom[]) {
  const offered = list.filter(({ stock }) => stock !== 'sold_out')
  const prices = new Set(stated(offered.map(({ priceKopecks }) => priceKopecks)))
  const height = spanOf(list.map(({ heightFromMm: from, heightToMm: to }) => ({ from, to })))
  return {
    priceKopecks: smallest([...prices]),
    priceIsFrom: prices.size > 1,
    heightFromMm: height.from,
    heightToMm: height.to,
    variantsCount: list.length,
    isSoldOut: offered.length === 0,
    sizes: sizesLine(list.map(presentSizes)),
  }
}
