import type { Form, ReadLine, Root, ReadableVariant } from '#contract/variants.ts'
import { formNames, spans, type Variant, type WritableVariant } from '#contract/variants.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import { rangeText, readRange } from './range-text.ts'
import { rootCodes } from './words.ts'

export type Doubt = ReadLine['doubts'][number]

const textFields = [
  'girth',
  'height',
  'root',
  'root_size',
  'price',
  'stock',
  'form',
  'spread',
  'stem_height',
  'stems',
  'transplants',
  'weight',
  'volume',
  'sku',
  'stock_quantity',
  'available_from',
  'note',
] as const
export type SizeField = (typeof textFields)[number]

export interface TierValues {
  quantity_from: string
  price: string
}

/** A row of the table as typed: a range is one text, «16–18». */
export interface SizeValues extends Record<SizeField, string> {
  /** The id of a saved size, otherwise `""`. */
  id: string
  stock_is_minimum: boolean
  price_tiers: TierValues[]
  /** Text of a pasted line that is in no field. */
  rest: string
  doubts: Doubt[]
}

export const emptySize: SizeValues = {
  id: '',
  girth: '',
  height: '',
  root: '',
  root_size: '',
  price: '',
  stock: 'in_stock',
  form: '',
  spread: '',
  stem_height: '',
  stems: '',
  transplants: '',
  weight: '',
  volume: '',
  sku: '',
  stock_quantity: '',
  stock_is_minimum: false,
  available_from: '',
  note: '',
  price_tiers: [],
  rest: '',
  doubts: [],
}

const numberFields = [
  'root_size',
  'price',
  'stem_height',
  'stems',
  'transplants',
  'weight',
  'volume',
  'stock_quantity',
] as const
export const isNumber = (field: SizeField) => numberFields.some(known => known === field)
export const isRange = (field: SizeField) => spans.some(known => known === field)

/** A variant's values as texts of a row; fields without a value are absent. */
export function textsOf(variant: Partial<WritableVariant>): Partial<SizeValues> {
  const texts: Partial<SizeValues> = {}
  for (const span of spans) {
    const [from, to] = [variant[`${span}_from`], variant[`${span}_to`]]
    if (from !== undefined || to !== undefined) texts[span] = rangeText(from ?? null, to ?? null)
  }
  for (const field of numberFields) {
    const value = variant[field]
    if (value !== undefined) texts[field] = numberText(value)
  }
  for (const field of ['sku', 'form', 'root', 'stock', 'available_from', 'note'] as const) {
    const value = variant[field]
    if (value !== undefined) texts[field] = value ?? ''
  }
  if (variant.stock_is_minimum !== undefined) texts.stock_is_minimum = variant.stock_is_minimum
  if (variant.price_tiers) {
    texts.price_tiers = variant.price_tiers.map(({ quantity_from, price }) => ({
      quantity_from: numberText(quantity_from),
      price: numberText(price),
    }))
  }
  return texts
}

export const sizeOf = (variant: Variant): SizeValues => ({
  ...emptySize,
  ...textsOf(variant),
  // What is guessed from its size is not the company's statement.
  ...(variant.weight_is_estimate ? { weight: '' } : {}),
  ...(variant.volume_is_estimate ? { volume: '' } : {}),
  id: String(variant.id),
})

export const readSize = (variant: ReadableVariant, { rest, doubts }: ReadLine): SizeValues => ({
  ...emptySize,
  ...textsOf(variant),
  rest,
  doubts,
})

/** A copy of the row as a new size, without the article number, which belongs to one size. */
export const copyOf = (size: SizeValues): SizeValues => ({ ...structuredClone(size), id: '', sku: '' })

/** The row has no values and no open questions. */
export function isBlank(size: SizeValues): boolean {
  return (
    size.id === '' &&
    size.doubts.length === 0 &&
    size.price_tiers.length === 0 &&
    textFields.every(field => field === 'stock' || size[field].trim() === '') &&
    size.stock === 'in_stock'
  )
}

/** Indexes of the rows that are sent: blank rows are not, except an only row. */
export function sentPlaces(sizes: readonly SizeValues[]): number[] {
  const stated = sizes.flatMap((size, place) => (isBlank(size) ? [] : [place]))
  return stated.length > 0 ? stated : [0]
}

/** The row in the contract's shape. */
export function sentSize(size: SizeValues) {
  const ranges = spans.map(span => {
    const { from, to } = readRange(size[span])
    return { [`${span}_from`]: from, [`${span}_to`]: to }
  })
  const numbers = numberFields.map(field => [field, withoutSpaces(size[field])])
  return {
    ...(size.id === '' ? {} : { id: size.id }),
    sku: size.sku,
    form: size.form,
    root: size.root,
    ...Object.assign({}, ...ranges),
    ...Object.fromEntries(numbers),
    // Without a packing there is no root size.
    ...(size.root === '' || size.root === 'bare_root' ? { root_size: '' } : {}),
    price_tiers: size.price_tiers.map(({ quantity_from, price }) => ({
      quantity_from: withoutSpaces(quantity_from),
      price: withoutSpaces(price) || null,
    })),
    stock: size.stock,
    stock_is_minimum: size.stock_is_minimum && size.stock_quantity.trim() !== '',
    available_from: size.available_from,
    note: size.note,
  }
}

/** The form's field for the error of a sent size, such as `variants.0.girth_to` of the first one sent. */
export function placeOfError(path: readonly PropertyKey[], sizes: readonly SizeValues[]): PropertyKey[] {
  const [list, sent, field, ...inside] = path
  if (list !== 'variants' || sent === undefined) return [...path]
  const place = sentPlaces(sizes)[Number(sent)] ?? sent
  if (field === undefined) return [list, place]
  return [list, place, String(field).replace(/^(height|spread|girth)_(?:from|to)$/, '$1'), ...inside]
}

/** The summary of a size in a collapsed row: «Обхват 16–18 · выс. 500–550 · WRB 60». */
export function sizesLine(size: SizeValues): string {
  const parts = [
    size.form && formNames[size.form as Form].toLowerCase(),
    size.girth && `обхват ${size.girth}`,
    size.stem_height && `выс. штамба ${size.stem_height}`,
    size.height && `выс. ${size.height}`,
    size.spread && `шир. ${size.spread}`,
    size.root && `${rootCodes[size.root as Root]} ${size.root === 'bare_root' ? '' : size.root_size}`.trim(),
  ].filter(Boolean)
  const line = parts.join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

/** Rows from browser storage, without unknown fields. */
export function storedSizes(kept: unknown): SizeValues[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return []
    const known = Object.entries(row).filter(([name, value]) => {
      const empty = emptySize[name as keyof SizeValues]
      return empty !== undefined && typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
    })
    return [{ ...emptySize, ...Object.fromEntries(known) }]
  })
}
