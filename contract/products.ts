import { z } from 'zod'
import { call } from './call.ts'
import {
  formId,
  formLines,
  formList,
  formNumber,
  formText,
  integerId,
  integerIdText,
  limits,
  lookup,
  optionalText,
  pageLinks,
  pageQuery,
  requiredText,
  searchText,
  slug,
} from './common.ts'
import { contactPerson, teamRef } from './companies.ts'
import { plantFigure } from './plant-figure.ts'
import { category, plantRef } from './plants.ts'
import { describedLookup } from './reference.ts'
import { price, stocks, variant, variantsForm } from './variants.ts'

/** A product on a card. `price` is in rubles, `null` when not stated; pictures are never empty (see contract/media.ts). */
export const productCard = z
  .object({
    id: integerId,
    name: z.string(),
    /** Botanical name, `""` if unknown. */
    latin_name: z.string(),
    slug: z.string(),
    category,
    team: teamRef,
    description: z.string(),
    /** This and the next four fields are of all its sizes; in a list with filters, of those that match. */
    price: z.number().nullable(),
    /** Its variants have several prices; `price` is the lowest. */
    price_is_from: z.boolean(),
    /** Sizes and packings of its variants in trade notation, shortened to one line; `""` if none is stated. */
    sizes: z.string(),
    variants_count: z.int(),
    /** All its sizes are sold out. */
    is_sold_out: z.boolean(),
    /** USDA zone. */
    zone: z.int().nullable(),
    is_active: z.boolean(),
    get_image: z.string(),
    get_thumbnail: z.string(),
    /** Has its own photos; otherwise the picture is drawn. */
    has_photos: z.boolean(),
    get_absolute_url: z.string(),
  })
  .meta({ id: 'ProductCard' })
export type ProductCard = z.output<typeof productCard>

export const productImage = z
  .object({ id: integerId, get_image: z.string(), get_thumbnail: z.string() })
  .meta({ id: 'ProductImage' })
export type ProductImage = z.output<typeof productImage>

export const heightMeasure = z.enum(['SM', 'M'])
export type HeightMeasure = z.output<typeof heightMeasure>
export const rootMeasure = z.enum(['SM', 'LITR', 'PIECE'])
export type RootMeasure = z.output<typeof rootMeasure>

/** The crown shape's name as the specification spells it, with U+0441; only the contract and its edge use it. */
export const cyrillicCrownShape = 'сrown_shape' as const

export const product = z
  .object({
    ...productCard.shape,
    genus: z.string(),
    species: z.string(),
    /** Its plant in the directory, if linked. */
    plant: plantRef.nullable(),
    /** That plant when it is grown; `null` if its height or spread is not known. */
    plant_figure: plantFigure.nullable(),
    /** Its sizes in order, at least one. */
    variants: z.array(variant),
    video_link: z.string(),
    images: z.array(productImage),
    assigned_to: contactPerson.nullable(),
    winter_hardiness: describedLookup.nullable(),
    growth_pattern: lookup.nullable(),
    place_of_cultivation: lookup.nullable(),
    crown_shape: lookup.nullable(),
    [cyrillicCrownShape]: lookup.nullable(),
    age_group: lookup.nullable(),
    rsp: lookup.nullable(),
    /** Size of the root ball or container, in `rsp_measure`. */
    rsp_metric: z.number().nullable(),
    rsp_measure: rootMeasure.nullable(),
    annual_growth: z.string(),
    landscape_use: z.string(),
    light_requirements: z.string(),
    foliage_or_needles_color: z.string(),
    /** In `height_measure`. */
    s_height_from: z.number().nullable(),
    s_height_to: z.number().nullable(),
    height_measure: heightMeasure,
    item_country: z.string(),
    item_city: z.string(),
    item_address: z.string(),
    /** Height of a grown plant, metres. */
    height_at_maturity: z.number().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    /** Why a moderator has sent it back or taken it down; shown to its company and to moderators. */
    review: z.object({ state: z.enum(['returned', 'hidden']), reason: z.string() }).nullable(),
    /** The caller's permissions: `edit` includes deleting, `assign` is naming the responsible employee. */
    can: z.object({ edit: z.boolean(), assign: z.boolean() }),
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof product>

/** Pictures that one product may have. */
export const productPicturesMax = 12

const size = (what: string) => z.number(what).min(0, 'Не меньше нуля').max(100_000, 'Не больше 100 000')

/**
 * A product's form. Lookups are ids. `photos` are its pictures in order, the first being the cover: ids of present
 * pictures and of uploads (contract/uploads.ts); omitted ones are removed. `images` (files) are appended,
 * `delete_images` removes by id.
 */
const productFields = {
  category: formId.refine(category => category !== null, 'Не выбрана категория').transform(Number),
  genus: requiredText('Не заполнен род'),
  species: requiredText('Не заполнен вид или сорт'),
  description: formLines(limits.longText),
  price: formNumber(price),
  winter_hardiness: formId,
  growth_pattern: formId,
  place_of_cultivation: formId,
  crown_shape: formId,
  age_group: formId,
  rsp: formId,
  rsp_metric: formNumber(size('Нужно число')),
  rsp_measure: z.preprocess(value => (value === '' ? null : value), rootMeasure.nullable()),
  annual_growth: formText(),
  landscape_use: formText(),
  light_requirements: formText(),
  foliage_or_needles_color: formText(),
  s_height_from: formNumber(size('Нужна высота')),
  s_height_to: formNumber(size('Нужна высота')),
  height_measure: z.preprocess(value => (value === '' || value === null ? 'SM' : value), heightMeasure),
  height_at_maturity: formNumber(size('Нужна высота в метрах').max(150, 'Не больше 150 м')),
  item_country: formText(),
  item_city: formText(),
  item_address: formText(),
  video_link: formText().refine(
    link => link === '' || (/^https?:\/\//i.test(link) && URL.canParse(link)),
    'Нужна ссылка, которая начинается с http:// или https://',
  ),
  /** A company member; empty: nobody. Only the company's creator sets it. */
  assigned_to: z.preprocess(value => (value === '' ? null : value), z.uuid('Нужен сотрудник').nullable()),
  photos: formList(z.union([integerIdText, z.int().positive(), z.uuid()]), productPicturesMax),
  /**
   * All sizes of the product. If present, the fields of `variantFieldNames` are ignored; otherwise these fields
   * describe the one size of a new product, or change that of a product with only one.
   */
  variants: variantsForm,
}

/** The fields of the form that describe the size of a product that has only one. */
export const variantFieldNames = [
  'price',
  'rsp',
  'rsp_metric',
  'rsp_measure',
  's_height_from',
  's_height_to',
] as const satisfies (keyof typeof productFields)[]

/** Accepts the Cyrillic spelling of the crown shape if the Latin one is missing. */
function withEitherCrownShape(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !(cyrillicCrownShape in body) || 'crown_shape' in body) return body
  return { ...body, crown_shape: body[cyrillicCrownShape] }
}

/** A product's name: genus and species. */
export const productName = (genus: string, species: string) => `${genus} ${species}`

/** The error when genus and species together are too long. Pass a copy to Zod, which modifies it. */
export const nameError = {
  path: ['species'],
  message: `Название из рода и вида не может быть длиннее ${limits.shortText} знаков`,
  params: { code: 'too_big' },
}
const nameFits = ({ genus = '', species = '' }: { genus?: string | undefined; species?: string | undefined }) =>
  // A part that is too long by itself has its own error.
  Math.max(genus.length, species.length) > limits.shortText || productName(genus, species).length <= limits.shortText

interface Heights {
  s_height_from?: number | null | undefined
  s_height_to?: number | null | undefined
}
const heightsInOrder = ({ s_height_from: from, s_height_to: to }: Heights) =>
  from === undefined || from === null || to === undefined || to === null || from <= to
/** Also checked by the server when only one of the two heights is changed. */
export const heightsError = {
  path: ['s_height_to'],
  message: 'Высота «до» меньше высоты «от»',
  params: { code: 'range' },
}

const optionalProductFields = z.object(productFields).partial()

/** The error for a field of `variantFieldNames` when the product has several sizes. */
export const hasVariantsError = {
  message: 'У растения несколько размеров: измените их в таблице',
  code: 'has_variants',
}

export const newProductForm = optionalProductFields
  .extend({ category: productFields.category, genus: productFields.genus, species: productFields.species })
  .refine(heightsInOrder, { ...heightsError })
  .refine(nameFits, { ...nameError })

export const editProductForm = optionalProductFields
  .extend({ delete_images: formList(z.union([integerIdText, z.int().positive()]), 100) })
  .refine(heightsInOrder, { ...heightsError })
  .refine(nameFits, { ...nameError })

export const ownStates = ['published', 'waiting', 'returned', 'hidden'] as const
export type OwnState = (typeof ownStates)[number]
export const freshnesses = ['fresh', 'ageing', 'stale'] as const
export type Freshness = (typeof freshnesses)[number]
export const ownOrders = ['name', 'category', 'price'] as const

/** Products that one call can change. */
export const productChangesMax = 1_000

/** `stock` and `freshness` match if any size does. */
const ownProductQuery = z.object({
  /** Words of the name, or the beginning of an article number. */
  search: optionalText(searchText()),
  category: optionalText(slug),
  state: optionalText(z.enum(ownStates)),
  stock: optionalText(z.enum(stocks)),
  freshness: optionalText(z.enum(freshnesses)),
  /** Default: the newest first. */
  ordering: optionalText(z.enum(ownOrders)),
  ...pageQuery,
})
export type OwnProductQuery = z.output<typeof ownProductQuery>

const productIds = z
  .array(integerId)
  .min(1, 'Выберите растения')
  .max(productChangesMax, `Не больше ${productChangesMax}`)

export const productCalls = {
  'GET /products/own/': call({
    access: 'member',
    summary: 'Растения моей компании по страницам',
    query: ownProductQuery,
    answer: z.object({ ...pageLinks, results: z.array(product) }),
  }),
  'POST /products/assign/': call({
    access: 'member',
    summary: 'Кто отвечает за эти растения (null: никто); только для создателя компании, чужие не считаются',
    body: z.object({ ids: productIds, assigned_to: z.uuid('Нужен сотрудник').nullable() }),
    answer: z.object({ changed: z.int() }),
  }),
  'POST /products/delete/': call({
    access: 'member',
    summary: 'Удалить растения: чужие и те, за которые отвечает другой, не считаются',
    body: z.object({ ids: productIds }),
    answer: z.object({ deleted: z.int() }),
  }),
  'GET /products/my_products/': call({
    access: 'member',
    summary: 'Растения моей компании, новые первыми',
    answer: z.array(product),
  }),
  'POST /products/create/': call({
    access: 'member',
    summary: 'Новое растение; опубликовано, если род и вид есть в справочнике',
    body: z.preprocess(withEitherCrownShape, newProductForm),
    files: { field: 'images', max: productPicturesMax },
    answer: product,
    status: 201,
  }),
  'POST /products/:category_slug/:product_slug/edit/': call({
    access: 'member',
    summary: 'Изменить растение: меняются присланные поля',
    params: z.object({ category_slug: slug, product_slug: slug }),
    body: z.preprocess(withEitherCrownShape, editProductForm),
    files: { field: 'images', max: productPicturesMax },
    answer: product,
  }),
  'DELETE /products/:category_slug/:product_slug/delete/': call({
    access: 'member',
    summary: 'Удалить растение',
    params: z.object({ category_slug: slug, product_slug: slug }),
    answer: z.object({ message: z.literal('product deleted') }),
  }),
  'GET /products/get_all_products/:teamId/': call({
    access: 'public',
    summary: 'Растения компании; самой компании видны и неопубликованные',
    params: z.object({ teamId: integerIdText }),
    answer: z.array(productCard),
  }),
  'GET /products/address/:product_slug/': call({
    access: 'public',
    summary: 'Где сейчас стоит страница растения, по любому его прежнему адресу',
    params: z.object({ product_slug: slug }),
    answer: z.object({ get_absolute_url: z.string() }),
  }),
  'GET /products/:category_slug/:product_slug/': call({
    access: 'public',
    summary: 'Растение',
    params: z.object({ category_slug: slug, product_slug: slug }),
    answer: product,
  }),
  'GET /products/:product_slug/images/': call({
    access: 'public',
    summary: 'Снимки растения',
    params: z.object({ product_slug: slug }),
    answer: z.array(productImage),
  }),
}
