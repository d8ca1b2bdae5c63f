import { writeLabel } from '#contract/size-label.ts'
import type { Variant, WritableVariant } from '#contract/variants.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'
import { fromMillimetres } from '../../plants/heights.ts'
import { availableOf } from './available.ts'
import { loadOf, type StatedLoad } from './loads.ts'
import type { VariantRow } from './variants.tables.ts'

/** A row as read by a subquery: values that JSON cannot represent are text. */
export type ReadVariant = Omit<VariantRow, 'productId' | 'companyId' | 'position' | 'confirmedAt'> & {
  confirmedAt: Date | string
}

/** The columns of a variant that say its size, packing and form. */
export type SizeColumns = Pick<
  VariantRow,
  | 'form'
  | 'heightFromMm'
  | 'heightToMm'
  | 'spreadFromMm'
  | 'spreadToMm'
  | 'girthFromMm'
  | 'girthToMm'
  | 'stemHeightMm'
  | 'stems'
  | 'transplants'
  | 'root'
  | 'rootSize'
>

const centimetres = (millimetres: number | null) => fromMillimetres(millimetres, 'SM')
const rubles = (kopecks: number) => kopecks / 100

/** The sizes of a variant on the wire. */
export const presentSizes = (row: SizeColumns): Sizes => ({
  form: row.form,
  height_from: centimetres(row.heightFromMm),
  height_to: centimetres(row.heightToMm),
  spread_from: centimetres(row.spreadFromMm),
  spread_to: centimetres(row.spreadToMm),
  girth_from: centimetres(row.girthFromMm),
  girth_to: centimetres(row.girthToMm),
  stem_height: centimetres(row.stemHeightMm),
  stems: row.stems,
  transplants: row.transplants,
  root: row.root,
  root_size: row.rootSize,
})

/** Kilograms and cubic metres, as far as the company states them. */
export const presentStatedLoad = ({
  weightGrams,
  volumeMl,
}: Pick<VariantRow, 'weightGrams' | 'volumeMl'>): StatedLoad => ({
  weight: weightGrams === null ? null : weightGrams / 1000,
  volume: volumeMl === null ? null : volumeMl / 1_000_000,
})

/** The fields of a variant that a company writes. */
export const presentWritable = (row: Omit<ReadVariant, 'id' | 'confirmedAt' | 'heldQuantity'>): WritableVariant => ({
  sku: row.sku,
  ...presentSizes(row),
  ...presentStatedLoad(row),
  price: row.priceKopecks === null ? null : rubles(row.priceKopecks),
  price_tiers: row.priceTiers.map(({ quantityFrom, priceKopecks }) => ({
    quantity_from: quantityFrom,
    price: rubles(priceKopecks),
  })),
  stock: row.stock,
  stock_quantity: row.stockQuantity,
  stock_is_minimum: row.stockIsMinimum,
  available_from: row.availableFrom,
  note: row.note,
})

export function presentVariant(row: ReadVariant): Variant {
  const writable = presentWritable(row)
  return {
    id: row.id,
    ...writable,
    ...loadOf(writable, writable),
    available_quantity: availableOf(row),
    label: writeLabel(writable),
    confirmed_at: new Date(row.confirmedAt).toISOString(),
  }
}
