import type { ColumnField, RowChange } from '#contract/price-lists.ts'
import type { SentVariant, WritableVariant } from '#contract/variants.ts'
import { variantColumns } from '#server/domains/products/variants/variant-form.ts'
import { presentWritable } from '#server/domains/products/variants/variants.present.ts'

const spans = [
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
] as const satisfies (keyof WritableVariant)[]
const packing = ['root', 'root_size'] as const
const fields = [
  'sku',
  'form',
  ...spans,
  'stems',
  'transplants',
  ...packing,
  'weight',
  'volume',
  'price',
  'price_tiers',
  'stock',
  'stock_quantity',
  'stock_is_minimum',
  'available_from',
  'note',
] as const satisfies (keyof WritableVariant)[]

/** The variant as it would be saved: rounded to whole millimetres and kopecks. */
export const asWritten = (variant: SentVariant): WritableVariant => presentWritable(variantColumns(variant))

/**
 * What a list states about variants; everything else stays unchanged. An empty cell in a price column means a price on
 * request, while a list without a price column leaves prices as they are.
 */
export interface Stated {
  /** The row states all fields, because a person has entered it. */
  isWhole: boolean
  price: boolean
  tiers: boolean
  stock: boolean
  note: boolean
}

export const wholly: Stated = { isWhole: true, price: true, tiers: true, stock: true, note: true }

/** What the columns of a sheet state. */
export function statedBy(columns: { field: ColumnField | null }[]): Stated {
  const has = (test: (field: string) => boolean) => columns.some(({ field }) => field !== null && test(field))
  return {
    isWhole: false,
    price: has(field => field === 'price'),
    tiers: has(field => field === 'price_wholesale' || field.startsWith('price_from:')),
    stock: has(field => field === 'stock' || field === 'available_from'),
    note: has(field => field === 'note'),
  }
}

const isSaid = (given: WritableVariant, names: readonly (keyof WritableVariant)[]) =>
  names.some(name => given[name] !== null)

/**
 * The existing variant with the values that the row states. Sizes are replaced together, and so is the packing. Form,
 * stems, transplants, load and article number stay if the row does not state them.
 */
export function withStatements(before: WritableVariant, given: WritableVariant, stated: Stated): WritableVariant {
  if (stated.isWhole) return { ...given, sku: given.sku ?? before.sku }
  const after = { ...before }
  const take = <Name extends keyof WritableVariant>(names: readonly Name[]) => {
    for (const name of names) after[name] = given[name]
  }
  for (const name of ['sku', 'form', 'stems', 'transplants', 'weight', 'volume'] as const)
    if (given[name] !== null) take([name])
  if (isSaid(given, spans)) take(spans)
  if (isSaid(given, packing)) take(packing)
  if (stated.price || given.price !== null) take(['price'])
  if (stated.tiers || given.price_tiers.length > 0) take(['price_tiers'])
  if (stated.stock || given.stock !== 'in_stock' || given.stock_quantity !== null) {
    take(['stock', 'stock_quantity', 'stock_is_minimum', 'available_from'])
    // If the stock is the same as before («под заказ») and has no quantity or date, the known ones stay.
    if (after.stock === before.stock) {
      after.available_from ??= before.available_from
      if (after.stock !== 'in_stock' && after.stock_quantity === null) {
        after.stock_quantity = before.stock_quantity
        after.stock_is_minimum = before.stock_is_minimum
      }
    }
  }
  if (stated.note || given.note !== '') take(['note'])
  return after
}

const sameTiers = (one: WritableVariant['price_tiers'], other: WritableVariant['price_tiers']) =>
  one.length === other.length &&
  one.every((tier, index) => tier.quantity_from === other[index]?.quantity_from && tier.price === other[index]?.price)

/** The fields in which two variants differ. */
export function changesBetween(before: WritableVariant, after: WritableVariant): RowChange[] {
  return fields
    .filter(field =>
      field === 'price_tiers' ? !sameTiers(before.price_tiers, after.price_tiers) : before[field] !== after[field],
    )
    .map(field => ({ field, before: before[field], after: after[field] }))
}

/**
 * A key of size, packing and form. Variants of a plant with the same key are the same variant. `isLoose` ignores stems
 * and transplants, which many lists leave out.
 */
export function sizeKey(variant: WritableVariant, isLoose: boolean): string {
  const exact = isLoose ? [] : [variant.stems, variant.transplants]
  return JSON.stringify([variant.form, ...spans.map(name => variant[name]), variant.root, variant.root_size, ...exact])
}
