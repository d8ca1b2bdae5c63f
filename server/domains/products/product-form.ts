import type { z } from 'zod'
import { limits } from '#contract/common.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { type editProductForm, nameError, type newProductForm, productName } from '#contract/products.ts'
import type { Lookups } from '#server/domains/reference/lookups.service.ts'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { toMillimetres } from '../plants/heights.ts'
import type { ProductRow } from './products.queries.ts'
import type { products } from './products.tables.ts'

export type NewProductForm = z.output<typeof newProductForm>
export type EditProductForm = z.output<typeof editProductForm>
/** The submitted fields of either form. */
export type ProductForm = Partial<EditProductForm>
export type ProductColumns = typeof products.$inferInsert
type Current = ProductRow['product'] | null

/** A rule of the contract about two fields, one of which was not sent. */
const contractError = ({ path, message, params }: typeof nameError): FieldErrors => ({
  [path[0] ?? '']: fieldError(message, params.code),
})

/** The lookups of the form: the field on the wire, the column and the list of its ids. */
const lookupFields = [
  ['winter_hardiness', 'zoneId', 'winter_hardiness'],
  ['growth_pattern', 'growthPatternId', 'growth_pattern'],
  ['place_of_cultivation', 'placeOfCultivationId', 'place_of_cultivation'],
  ['crown_shape', 'crownShapeId', 'crown_shape'],
  ['age_group', 'ageGroupId', 'age_group'],
  ['rsp', 'rootPackagingId', 'root_packaging'],
] as const satisfies [keyof NewProductForm, keyof ProductColumns, LookupKind][]

/** Ids of the submitted lookups. */
export const lookupIdsIn = (form: ProductForm): number[] => lookupFields.flatMap(([field]) => form[field] ?? [])

/**
 * Columns of the submitted lookups; an id of another list is an error of its field, and so is a hidden entry, unless
 * the product has it.
 */
export function lookupColumns(form: ProductForm, lists: Lookups, current: Current) {
  const columns: Partial<ProductColumns> = {}
  const errors: FieldErrors = {}
  for (const [field, column, kind] of lookupFields) {
    const id = form[field]
    if (id === undefined) continue
    const entry = lists.byId(id)
    const isOffered = entry?.kind === kind && (!entry.isHidden || entry.id === current?.[column])
    if (id !== null && !isOffered) errors[field] = fieldError('Выберите из списка', 'not_in_list')
    columns[column] = entry?.id ?? null
    if (column === 'zoneId') columns.zone = entry ? Number(entry.seedKey) || null : null
  }
  return { columns, errors }
}

/** The two parts of the name; a part not sent keeps its value. */
export function nameColumns(form: ProductForm, current: Current) {
  const genus = form.genus ?? current?.genus ?? ''
  const species = form.species ?? current?.species ?? ''
  const name = productName(genus, species)
  return { columns: { genus, species, name }, errors: name.length > limits.shortText ? contractError(nameError) : {} }
}

/** Columns of fields without further checks. */
export function plainColumns(form: ProductForm): Partial<ProductColumns> {
  const columns: { [Column in keyof ProductColumns]?: ProductColumns[Column] | undefined } = {
    description: form.description,
    annualGrowth: form.annual_growth,
    landscapeUse: form.landscape_use,
    lightRequirements: form.light_requirements,
    foliageColour: form.foliage_or_needles_color,
    heightMeasure: form.height_measure,
    matureHeightMm: form.height_at_maturity === undefined ? undefined : toMillimetres(form.height_at_maturity, 'M'),
    country: form.item_country,
    city: form.item_city,
    address: form.item_address,
    videoLink: form.video_link,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
