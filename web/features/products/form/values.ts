import { z } from 'zod'
import { newProductForm, type Product } from '#contract/products.ts'

export type ProductField = Exclude<keyof z.input<typeof newProductForm>, 'photos'>

/** The form as it is typed: every field a text, `""` where nothing is. Photos have a list of their own. */
export type ProductValues = Record<ProductField, string>

/** What the server takes. */
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

/** People write thousands with spaces; the contract knows numbers with a comma or a point. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '')

function withPlainNumbers(values: ProductValues): z.input<typeof newProductForm> {
  const numbers = numberFields.map((name): [NumberField, string] => [name, withoutSpaces(values[name])])
  return { ...values, ...Object.fromEntries(numbers) }
}

export const productSchema = z.custom<ProductValues>().transform(withPlainNumbers).pipe(newProductForm)

const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 10, useGrouping: 'always' })

/** A number as it stands in a field: `12 500,5`. Text that is none stays as it was typed. */
export function numberText(value: number | string | null): string {
  if (value === null || value === '') return ''
  const plain = typeof value === 'number' ? value : Number(withoutSpaces(value).replace(',', '.'))
  return Number.isFinite(plain) ? number.format(plain) : String(value)
}

export function emptyValues(country: string): ProductValues {
  return {
    category: '',
    genus: '',
    species: '',
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

/** The fields in which two states of the form differ. */
export function changedFields(from: ProductValues, to: ProductValues): ProductField[] {
  return (Object.keys(from) as ProductField[]).filter(name => from[name] !== to[name])
}

/** Of what the schema made of the form, the named fields alone: an edit leaves what others may have changed meanwhile. */
export function onlyFields(parsed: ParsedProduct, names: readonly ProductField[]): Partial<ParsedProduct> {
  return Object.fromEntries(names.map(name => [name, parsed[name]]))
}
