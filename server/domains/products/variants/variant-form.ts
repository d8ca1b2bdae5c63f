import type { FieldErrors } from '#contract/errors.ts'
import { hasVariantsError, heightsError, variantFieldNames } from '#contract/products.ts'
import { problemsOf, type SentVariant, type Variant } from '#contract/variants.ts'
import type { Lookups } from '#server/domains/reference/lookups.service.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { fromMillimetres, toMillimetres } from '../../plants/heights.ts'
import type { ProductColumns, ProductForm } from '../product-form.ts'
import type { ProductRow } from '../products.queries.ts'
import { cheapestOf, derivedColumns } from './derived-columns.ts'
import { estimateLoad } from './loads.ts'
import { packagingKeys, rootMeasures, rootOfPackaging } from './root-packagings.ts'
import { presentSizes, presentVariant, presentWritable, type ReadVariant } from './variants.present.ts'
import type { VariantRow } from './variants.tables.ts'

/** A variant to be written; without an id it is new. */
export type WrittenVariant = Omit<
  VariantRow,
  'id' | 'productId' | 'companyId' | 'position' | 'confirmedAt' | 'heldQuantity'
> & {
  id?: number
}

export interface VariantPlan {
  /** All variants of the product in order; `null`: unchanged. */
  variants: WrittenVariant[] | null
  /** The product's derived columns. */
  columns: Partial<ProductColumns>
  errors: FieldErrors
}

interface Current {
  product: Pick<ProductRow['product'], 'rootPackagingId' | 'rootSize' | 'rootMeasure' | 'heightMeasure'>
  variants: ReadVariant[]
}

const unsized: WrittenVariant = {
  sku: null,
  form: null,
  heightFromMm: null,
  heightToMm: null,
  spreadFromMm: null,
  spreadToMm: null,
  girthFromMm: null,
  girthToMm: null,
  stemHeightMm: null,
  stems: null,
  transplants: null,
  root: null,
  rootSize: null,
  weightGrams: null,
  volumeMl: null,
  priceKopecks: null,
  priceTiers: [],
  stock: 'in_stock',
  stockQuantity: null,
  stockIsMinimum: false,
  availableFrom: null,
  note: '',
}

const kopecks = (rubles: number) => Math.round(rubles * 100)
const millimetres = (centimetres: number | null | undefined) => toMillimetres(centimetres ?? null, 'SM')

const gramsOfKilogram = 1000
const millilitresOfCubicMetre = 1_000_000
/** At least one unit of the column: zero would be no weight. */
const inUnits = (value: number | null | undefined, units: number) =>
  typeof value === 'number' ? Math.max(1, Math.round(value * units)) : null

/**
 * A variant with all its fields on the wire as columns; without a packing it has no packing size, and estimates that are
 * sent back as they were answered are no statements.
 */
export function variantColumns(sent: SentVariant): WrittenVariant {
  const root = sent.root ?? null
  const tiers = (sent.price_tiers ?? []).map(tier => ({
    quantityFrom: tier.quantity_from ?? null,
    priceKopecks: kopecks(tier.price),
  }))
  return {
    ...(sent.id ? { id: sent.id } : {}),
    sku: sent.sku ?? null,
    form: sent.form ?? null,
    heightFromMm: millimetres(sent.height_from),
    heightToMm: millimetres(sent.height_to),
    spreadFromMm: millimetres(sent.spread_from),
    spreadToMm: millimetres(sent.spread_to),
    girthFromMm: millimetres(sent.girth_from),
    girthToMm: millimetres(sent.girth_to),
    stemHeightMm: millimetres(sent.stem_height),
    stems: sent.stems ?? null,
    transplants: sent.transplants ?? null,
    root,
    rootSize: root === null || root === 'bare_root' ? null : (sent.root_size ?? null),
    weightGrams: sent.weight_is_estimate ? null : inUnits(sent.weight, gramsOfKilogram),
    volumeMl: sent.volume_is_estimate ? null : inUnits(sent.volume, millilitresOfCubicMetre),
    priceKopecks: typeof sent.price === 'number' ? kopecks(sent.price) : null,
    priceTiers: tiers.toSorted((one, other) => (one.quantityFrom ?? 0) - (other.quantityFrom ?? 0)),
    stock: sent.stock ?? 'in_stock',
    stockQuantity: sent.stock_quantity ?? null,
    stockIsMinimum: sent.stock_is_minimum ?? false,
    availableFrom: sent.available_from ?? null,
    note: sent.note ?? '',
  }
}

const sentOnly = (sent: SentVariant) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as SentVariant

type Load = 'weight' | 'volume'

/**
 * What is said to be an estimate and is neither the one that was answered nor that of the sizes is a statement: whoever
 * changes a number in an answer sends the rest of it back as it came.
 */
function withStatements(sent: SentVariant, shown: Variant | undefined): SentVariant {
  const isOf = (estimate: number | null | undefined, value: number, units: number) =>
    inUnits(estimate, units) === inUnits(value, units)
  const isEstimate = (field: Load, units: number) => {
    const value = sent[field]
    if (!sent[`${field}_is_estimate`] || typeof value !== 'number') return sent[`${field}_is_estimate`]
    if (shown?.[`${field}_is_estimate`] && isOf(shown[field], value, units)) return true
    return isOf(estimateLoad(presentSizes(variantColumns(sent)))?.[field], value, units)
  }
  return {
    ...sent,
    weight_is_estimate: isEstimate('weight', gramsOfKilogram),
    volume_is_estimate: isEstimate('volume', millilitresOfCubicMetre),
  }
}

/** The variants of the form; existing ones keep the fields that are not sent. */
function readVariants(list: SentVariant[], current: Current | null) {
  const errors: FieldErrors = {}
  const known = new Map(
    current?.variants.map(row => [row.id, { shown: presentVariant(row), stated: presentWritable(row) }]),
  )
  const variants = list.map((sent, index) => {
    if (!sent.id) return variantColumns(withStatements(sent, undefined))
    const before = known.get(sent.id)
    if (!before) errors[`variants.${index}.id`] = fieldError('У растения нет такого размера', 'not_in_list')
    const { id, ...stated } = sentOnly(sent)
    const whole = { ...before?.stated, ...stated, id }
    // What is sent back as it was shown was not stated by that.
    for (const field of ['weight', 'volume'] as const)
      if (before && sent[`${field}_is_estimate`] === undefined && sent[field] === before.shown[field])
        whole[field] = before.stated[field]
    // Removing the packing also removes its size.
    if (sent.root === null && sent.root_size === undefined) whole.root_size = null
    for (const { field, message, params } of problemsOf(whole)) {
      errors[`variants.${index}.${field}`] = fieldError(message, params.code)
    }
    return variantColumns(withStatements(whole, before?.shown))
  })
  return { variants, errors }
}

/** The packing in the specification's fields. */
type Packaging = Pick<ProductRow['product'], 'rootPackagingId' | 'rootSize' | 'rootMeasure'>

/**
 * The packing of the variant that the product shows. What variants cannot express (a packing that moderators have
 * added, bundles of bare roots, a container measured in centimetres) keeps the product's values.
 */
export function packagingOf(
  shown: WrittenVariant | undefined,
  lookups: Lookups,
  current: Pick<Current, 'product'> | null,
): Packaging {
  const root = shown?.root ?? null
  const was = current?.product
  const entry = was?.rootPackagingId ? lookups.byId(was.rootPackagingId) : null
  const isSame = was !== undefined && rootOfPackaging(entry?.seedKey) === root
  const hasSize = typeof shown?.rootSize === 'number'
  const keepsSize = isSame && !hasSize && (root === null || was.rootMeasure !== rootMeasures[root])
  const size = keepsSize
    ? { rootSize: was.rootSize, rootMeasure: was.rootMeasure }
    : { rootSize: shown?.rootSize ?? null, rootMeasure: root !== null && hasSize ? rootMeasures[root] : null }
  const rootPackagingId = isSame
    ? was.rootPackagingId
    : root === null
      ? null
      : (lookups.byKey('root_packaging', packagingKeys[root])?.id ?? null)
  return { rootPackagingId, ...size }
}

/** Heights of the specification's form in the new measure; those not sent are unchanged. */
function heightsOf(form: ProductForm, current: Current | null) {
  const measure = form.height_measure ?? current?.product.heightMeasure ?? 'SM'
  const [only] = current?.variants ?? []
  // If only the measure is sent, the numbers stay as the supplier wrote them: the wrong measure was chosen before.
  const stored = (value: number | null | undefined) =>
    fromMillimetres(value ?? null, current?.product.heightMeasure ?? 'SM')
  const from = form.s_height_from === undefined ? stored(only?.heightFromMm) : form.s_height_from
  const to = form.s_height_to === undefined ? stored(only?.heightToMm) : form.s_height_to
  const errors: FieldErrors = {}
  if (from !== null && to !== null && from > to) {
    errors.s_height_to = fieldError(heightsError.message, heightsError.params.code)
  }
  return { columns: { heightFromMm: toMillimetres(from, measure), heightToMm: toMillimetres(to, measure) }, errors }
}

/** The single variant of a product, from the specification's fields. */
function readOnlyVariant(form: ProductForm, lookups: Lookups, current: Current | null): VariantPlan {
  const [before] = current?.variants ?? []
  const was = current?.product
  const heights = heightsOf(form, current)
  const packaging = {
    rootPackagingId: form.rsp === undefined ? (was?.rootPackagingId ?? null) : (lookups.byId(form.rsp)?.id ?? null),
    rootSize: form.rsp_metric === undefined ? (was?.rootSize ?? null) : form.rsp_metric,
    rootMeasure: form.rsp_measure === undefined ? (was?.rootMeasure ?? null) : form.rsp_measure,
  }
  const root = rootOfPackaging(lookups.byId(packaging.rootPackagingId)?.seedKey)
  // Without a measure, the packing's default applies.
  const isUsual = root !== null && [null, rootMeasures[root]].includes(packaging.rootMeasure)
  const variant: WrittenVariant = {
    ...(before ? variantColumns({ ...presentWritable(before), id: before.id }) : unsized),
    ...heights.columns,
    root,
    rootSize: isUsual && rootMeasures[root] !== null ? packaging.rootSize : null,
    ...(form.price === undefined ? {} : { priceKopecks: form.price === null ? null : kopecks(form.price) }),
  }
  return {
    variants: [variant],
    columns: { ...derivedColumns([variant]), ...packaging },
    errors: heights.errors,
  }
}

/**
 * The product's variants according to the form. A product has at least one; while there is only one, the fields of the
 * specification are its fields.
 */
export function planVariants(form: ProductForm, lookups: Lookups, current: Current | null): VariantPlan {
  if (form.variants) {
    const { variants, errors } = readVariants(form.variants, current)
    const packaging = packagingOf(cheapestOf(variants), lookups, current)
    return { variants, columns: { ...derivedColumns(variants), ...packaging }, errors }
  }
  const sent = variantFieldNames.filter(field => form[field] !== undefined)
  if (current && current.variants.length > 1) {
    const { message, code } = hasVariantsError
    const errors = Object.fromEntries(sent.map(field => [field, fieldError(message, code)]))
    return { variants: null, columns: {}, errors }
  }
  if (current && sent.length === 0 && form.height_measure === undefined) {
    return { variants: null, columns: {}, errors: {} }
  }
  return readOnlyVariant(form, lookups, current)
}
