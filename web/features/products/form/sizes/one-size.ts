import type { Lookup } from '#contract/common.ts'
import type { Product, RootMeasure } from '#contract/products.ts'
import type { Root, Variant } from '#contract/variants.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import { usualMeasure } from '../root-measure.ts'
import type { ProductValues } from '../values.ts'
import { rangeText, readRange } from './range-text.ts'
import { emptySize, isBlank, type SizeValues, sizeOf } from './size-values.ts'

/** Fields of the form while the product has one size. */
export type OneSize = Pick<
  ProductValues,
  'price' | 'rsp' | 'rsp_metric' | 'rsp_measure' | 's_height_from' | 's_height_to' | 'height_measure'
>

const rootPatterns: [RegExp, Root][] = [
  [/кассет/i, 'tray'],
  [/горш/i, 'pot'],
  [/контейнер/i, 'container'],
  [/WRB|сетк|корзин/i, 'wire_ball'],
  [/ком/i, 'ball'],
  [/открыт|голый/i, 'bare_root'],
]

/** The packing that an entry of the list stands for; moderators may have added others. */
const rootOf = (name: string): Root | '' => rootPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? ''

const measureWords: Record<RootMeasure, string> = { LITR: 'л', SM: 'см', PIECE: 'шт.' }

/** Whether the fields of one size can hold everything in the variant. */
export function isPlain({
  form,
  girth_from,
  girth_to,
  spread_from,
  spread_to,
  ...variant
}: Omit<Variant, 'id'>): boolean {
  const { stem_height, stems, transplants, sku, stock, stock_quantity, available_from, note, price_tiers } = variant
  const { weight, weight_is_estimate, volume, volume_is_estimate } = variant
  return (
    [form, girth_from, girth_to, spread_from, spread_to, stem_height, stems, transplants].every(
      said => said === null,
    ) &&
    [sku, stock_quantity, available_from].every(said => said === null) &&
    (weight === null || weight_is_estimate) &&
    (volume === null || volume_is_estimate) &&
    stock === 'in_stock' &&
    note === '' &&
    price_tiers.length === 0
  )
}

/** The same of a row. */
export function canBeOne(size: SizeValues): boolean {
  const { height: _height, price: _price, root: _root, root_size: _size, ...others } = size
  return isBlank({ ...emptySize, ...others, id: '', height: '', price: '', root: '', root_size: '' })
}

/** The number in centimetres, if it is a number. */
function inCentimetres(text: string, measure: string): string {
  const metres = Number(withoutSpaces(text).replace(',', '.'))
  if (measure !== 'M' || text.trim() === '' || !Number.isFinite(metres)) return withoutSpaces(text)
  return String(Number((metres * 100).toFixed(1)))
}

/**
 * The table's first row, from the fields of one size; values without a field come from the product's present size. A
 * packing that the table does not know goes into the note.
 */
export function toSize(values: OneSize, packagings: readonly Lookup[], product: Product | null): SizeValues {
  const [variant] = product?.variants ?? []
  const packaging = packagings.find(({ id }) => String(id) === values.rsp)?.name ?? ''
  const isSamePackaging =
    product !== null &&
    values.rsp === String(product.rsp?.id ?? '') &&
    values.rsp_metric === numberText(product.rsp_metric) &&
    values.rsp_measure === (product.rsp_measure ?? '')
  const root = rootOf(packaging)
  const isUsual = root !== '' && root !== 'bare_root' && ['', usualMeasure(packaging)].includes(values.rsp_measure)
  const measure = measureWords[values.rsp_measure as RootMeasure] ?? ''
  const isSaid = values.rsp_metric.trim() === '' ? root !== '' || packaging === '' : isUsual
  const size: SizeValues = {
    ...emptySize,
    ...(variant ? sizeOf(variant) : {}),
    price: values.price,
    height: rangeText(
      inCentimetres(values.s_height_from, values.height_measure),
      inCentimetres(values.s_height_to, values.height_measure),
    ),
  }
  if (isSamePackaging && variant) return size
  return {
    ...size,
    root,
    root_size: isUsual ? values.rsp_metric : '',
    note: isSaid
      ? size.note
      : [size.note, `${packaging} ${values.rsp_metric} ${measure}`.trim()].filter(Boolean).join('; '),
  }
}

/** The fields of one size, from the only row; the packing stays as it is if the row has the same. */
export function toOneSize(size: SizeValues, packagings: readonly Lookup[], before: OneSize): OneSize {
  const was = packagings.find(({ id }) => String(id) === before.rsp)
  const fits = (entry: Lookup | undefined) => entry !== undefined && rootOf(entry.name) === size.root
  const packaging = fits(was) ? was : size.root === '' ? undefined : packagings.find(fits)
  const { from, to } = readRange(size.height)
  const isKept = packaging !== undefined && packaging === was && size.root_size === ''
  return {
    price: size.price,
    s_height_from: numberText(from),
    s_height_to: numberText(to),
    height_measure: 'SM',
    rsp: String(packaging?.id ?? ''),
    rsp_metric: isKept ? before.rsp_metric : size.root_size,
    rsp_measure: isKept ? before.rsp_measure : size.root_size === '' ? '' : usualMeasure(packaging?.name ?? ''),
  }
}
