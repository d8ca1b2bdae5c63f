import { z } from 'zod'
import { newProductForm, type Product, variantFieldNames } from '#contract/products.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import { isPlain } from './sizes/one-size.ts'
import { copyOf, emptySize, placeOfError, type SizeValues, sentPlaces, sentSize, sizeOf } from './sizes/size-values.ts'

export type ProductField = Exclude<keyof z.input<typeof newProductForm>, 'photos' | 'variants'>

/** The form as typed: every field is a text, `""` if empty. Photos have a separate list. */
export interface ProductValues extends Record<ProductField, string> {
  /** The rows of the table of sizes; empty while the form shows the fields of one size. */
  variants: SizeValues[]
}

/** The server's input. */
export type ParsedProduct = z.output<typeof newProductForm>

const numberFields = [
  'price',
  'rsp_metric',
  's_height_from',
  's_height_to',
  'height_at_maturity',
] as const satisfies ProductField[]
type NumberField = (typeof numberFields)[number]

export const isNumberField = (name: ProductField): name is NumberField => numberFields.some(known => known === name)

/** With a table the fields of one size are ignored. */
function withPlainNumbers(values: ProductValues): z.input<typeof newProductForm> {
  const numbers = numberFields.map((name): [NumberField, string] => [name, withoutSpaces(values[name])])
  const plain = { ...values, ...Object.fromEntries(numbers) }
  const { variants } = values
  if (variants.length === 0) return { ...plain, variants: undefined }
  return {
    ...plain,
    ...Object.fromEntries(variantFieldNames.map(name => [name, ''])),
    variants: sentPlaces(variants).map(place => sentSize(variants[place] ?? emptySize)),
  }
}

/** The contract's shape, with errors at the fields of the form. */
export const productSchema = z.custom<ProductValues>().transform((values, context): ParsedProduct => {
  const { data, error } = newProductForm.safeParse(withPlainNumbers(values))
  for (const { message, path } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', message, path: placeOfError(path, values.variants) })
  }
  return data ?? z.NEVER
})

export function emptyValues(country: string): ProductValues {
  return {
    category: '',
    genus: '',
    species: '',
    variants: [],
    description: '',
    price: '',
    winter_hardiness: '',
    growth_pattern: '',
    place_of_cultivation: '',
    crown_shape: '',
    age_group: '',
    rsp: '',
    rsp_metric: '',
    rsp_measure: '',
    annual_growth: '',
    landscape_use: '',
    light_requirements: '',
    foliage_or_needles_color: '',
    s_height_from: '',
    s_height_to: '',
    height_measure: 'SM',
    height_at_maturity: '',
    item_country: country,
    item_city: '',
    item_address: '',
    video_link: '',
    assigned_to: '',
  }
}

const idText = (entry: { id: number | string } | null) => (entry ? String(entry.id) : '')

export function valuesOf(product: Product): ProductValues {
  return {
    category: String(product.category.id),
    genus: product.genus,
    species: product.species,
    variants: product.variants.some(variant => product.variants.length > 1 || !isPlain(variant))
      ? product.variants.map(sizeOf)
      : [],
    description: product.description,
    price: numberText(product.price),
    winter_hardiness: idText(product.winter_hardiness),
    growth_pattern: idText(product.growth_pattern),
    place_of_cultivation: idText(product.place_of_cultivation),
    crown_shape: idText(product.crown_shape),
    age_group: idText(product.age_group),
    rsp: idText(product.rsp),
    rsp_metric: numberText(product.rsp_metric),
    rsp_measure: product.rsp_measure ?? '',
    annual_growth: product.annual_growth,
    landscape_use: product.landscape_use,
    light_requirements: product.light_requirements,
    foliage_or_needles_color: product.foliage_or_needles_color,
    s_height_from: numberText(product.s_height_from),
    s_height_to: numberText(product.s_height_to),
    height_measure: product.height_measure,
    height_at_maturity: numberText(product.height_at_maturity),
    item_country: product.item_country,
    item_city: product.item_city,
    item_address: product.item_address,
    video_link: product.video_link,
    assigned_to: idText(product.assigned_to),
  }
}

/** What a copy takes over from a product: all but its photos and what belongs to one size only. */
export function copiedValues(product: Product): ProductValues {
  const variants = product.variants.map(variant => ({ ...variant, sku: null }))
  const values = valuesOf({ ...product, variants })
  return { ...values, variants: values.variants.map(copyOf) }
}

/** The fields in which two states of the form differ. */
export function changedFields(from: ProductValues, to: ProductValues): (ProductField | 'variants')[] {
  const isSame = (name: ProductField | 'variants') =>
    name === 'variants' ? JSON.stringify(from.variants) === JSON.stringify(to.variants) : from[name] === to[name]
  return (Object.keys(from) as (ProductField | 'variants')[]).filter(name => !isSame(name))
}

/**
 * What an edit sends: only the changed fields of the parsed form, as others may have changed the rest meanwhile; with a
 * table, always all sizes.
 */
export function editOf(parsed: ParsedProduct, changed: readonly (ProductField | 'variants')[]): Partial<ParsedProduct> {
  const isOfOneSize = (name: string) => variantFieldNames.some(known => known === name)
  const names = parsed.variants
    ? [...new Set([...changed, 'variants' as const])].filter(name => !isOfOneSize(name))
    : changed.filter(name => name !== 'variants')
  return Object.fromEntries(names.map(name => [name, parsed[name]]))
}
