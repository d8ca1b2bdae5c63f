import { z } from 'zod'
import { call } from './call.ts'
import {
  integerId,
  integerIdText,
  lookup,
  optionalText,
  pageLinks,
  pageQuery,
  plainText,
  repeated,
  slug,
} from './common.ts'
import { contactPerson, teamRef } from './companies.ts'

export const category = z.object({ id: integerId, name: z.string(), slug: z.string() }).meta({ id: 'Category' })
export type Category = z.output<typeof category>

/** `products_count` counts published listings. */
export const categoryWithCount = z
  .object({ ...category.shape, products_count: z.int() })
  .meta({ id: 'CategoryWithCount' })
export type CategoryWithCount = z.output<typeof categoryWithCount>

/** A lookup with an explanation: for a hardiness zone, its temperatures. */
export const describedLookup = z.object({ ...lookup.shape, description: z.string() }).meta({ id: 'DescribedLookup' })
export type DescribedLookup = z.output<typeof describedLookup>

/** A listing on a card. `price` is in rubles, `null` when not stated; pictures are never empty (see contract/media.ts). */
export const productCard = z
  .object({
    id: integerId,
    name: z.string(),
    /** Botanical name, `""` when it is not known. */
    latin_name: z.string(),
    slug: z.string(),
    category,
    team: teamRef,
    description: z.string(),
    price: z.number().nullable(),
    is_active: z.boolean(),
    get_image: z.string(),
    get_thumbnail: z.string(),
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

/** The crown shape's name as the specification spells it, with U+0441; nothing but the contract and its edge knows it. */
export const cyrillicCrownShape = 'сrown_shape' as const

export const product = z
  .object({
    ...productCard.shape,
    genus: z.string(),
    species: z.string(),
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
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Product' })
export type Product = z.output<typeof product>

/** A choice of a filter and how many listings it would leave, the other filters staying as they are. */
export const facetChoice = z.object({ ...lookup.shape, count: z.int() }).meta({ id: 'FacetChoice' })
export type FacetChoice = z.output<typeof facetChoice>

export const productOrderings = ['-created_at', 'price', '-price'] as const

const rubles = z
  .string()
  .regex(/^\d{1,8}([.,]\d{1,2})?$/, 'Нужна сумма в рублях')
  .transform(text => Number(text.replace(',', '.')))
const centimetres = z
  .string()
  .regex(/^\d{1,5}$/, 'Нужна высота в сантиметрах')
  .transform(Number)

/** Filters of a category page, the same in the page's address and in the call. */
export const productFilters = z.object({
  /** Words of the name (Russian, Latin, synonyms) and description; Russian word forms match. */
  search: optionalText(plainText.trim().max(255, 'Не длиннее 255 знаков')),
  price_from: optionalText(rubles),
  price_to: optionalText(rubles),
  /** Centimetres; a listing matches when its range of heights touches the range asked for. */
  height_from: optionalText(centimetres),
  height_to: optionalText(centimetres),
  /** USDA zone of the place: listings hardy there, that is of this zone or a colder one. */
  zone: optionalText(
    z
      .string()
      .regex(/^[1-9]$/, 'Нужна зона от 1 до 9')
      .transform(Number),
  ),
  /** Ids of root packagings. */
  rsp: repeated(integerIdText),
  /** Ids of regions (cities of `teams/cities`) in which the companies are. */
  region: repeated(integerIdText),
  ordering: optionalText(z.enum(productOrderings)).transform(ordering => ordering ?? '-created_at'),
})
export type ProductFilters = z.output<typeof productFilters>

const productListQuery = z.object({ ...productFilters.shape, ...pageQuery })

/** Counts for each choice. `zones` are cumulative: a place in zone 5 can also take plants of zone 4. */
export const facets = z
  .object({
    zones: z.array(z.object({ zone: z.int(), count: z.int() })),
    rsp: z.array(facetChoice),
    regions: z.array(facetChoice),
  })
  .meta({ id: 'Facets' })
export type Facets = z.output<typeof facets>

export const categoryPage = z
  .object({ category, products: z.array(productCard), ...pageLinks, facets })
  .meta({ id: 'CategoryPage' })
export type CategoryPage = z.output<typeof categoryPage>

/** Listings of all categories; `categories` says in which of them the matches are. */
export const productSearchPage = z
  .object({ results: z.array(productCard), ...pageLinks, categories: z.array(categoryWithCount) })
  .meta({ id: 'ProductSearchPage' })
export type ProductSearchPage = z.output<typeof productSearchPage>

const lookups = z.array(lookup)

export const catalogueCalls = {
  'GET /products/': call({
    access: 'public',
    summary: 'Поиск по всем объявлениям',
    query: productListQuery,
    answer: productSearchPage,
  }),
  'GET /products/latest/': call({
    access: 'public',
    summary: '24 самых новых опубликованных растения',
    answer: z.array(productCard),
  }),
  'GET /products/short_list_categories/': call({
    access: 'public',
    summary: 'Категории',
    answer: z.array(category),
  }),
  'GET /products/categories/': call({
    access: 'public',
    summary: 'Категории с числом опубликованных растений',
    answer: z.array(categoryWithCount),
  }),
  'GET /products/winter_hardiness/': call({
    access: 'public',
    summary: 'Зоны морозостойкости USDA',
    answer: z.array(describedLookup),
  }),
  'GET /products/growth_pattern/': call({ access: 'public', summary: 'Формы роста', answer: lookups }),
  'GET /products/place_of_cultivation/': call({ access: 'public', summary: 'Места выращивания', answer: lookups }),
  'GET /products/crown_shape/': call({ access: 'public', summary: 'Формы кроны', answer: lookups }),
  'GET /products/сrown_shape/': call({
    access: 'public',
    summary: 'Формы кроны (имя с кириллической «с»)',
    answer: lookups,
  }),
  'GET /products/age_group/': call({ access: 'public', summary: 'Возрастные группы', answer: lookups }),
  'GET /products/rsp/': call({ access: 'public', summary: 'Упаковка корневой системы', answer: lookups }),
  'GET /products/genus/': call({
    access: 'public',
    summary: 'Роды справочника, все или одной категории',
    query: z.object({ category__name: optionalText(plainText.max(255)) }),
    answer: lookups,
  }),
  'GET /products/varieties/': call({
    access: 'public',
    summary: 'Виды и сорта справочника, все или одного рода',
    query: z.object({ genus__name: optionalText(plainText.max(255)) }),
    answer: lookups,
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
  'GET /products/:category_slug/': call({
    access: 'public',
    summary: 'Растения категории с фильтрами',
    params: z.object({ category_slug: slug }),
    query: productListQuery,
    answer: categoryPage,
  }),
  'GET /products/:category_slug/:product_slug/': call({
    access: 'public',
    summary: 'Растение',
    params: z.object({ category_slug: slug, product_slug: slug }),
    answer: product,
  }),
  'GET /products/:category_slug/:product_slug/related/': call({
    access: 'public',
    summary: 'Другие растения того же рода и той же компании',
    params: z.object({ category_slug: slug, product_slug: slug }),
    answer: z.object({ same_genus: z.array(productCard), same_team: z.array(productCard) }),
  }),
  'GET /products/:product_slug/images/': call({
    access: 'public',
    summary: 'Снимки растения',
    params: z.object({ product_slug: slug }),
    answer: z.array(productImage),
  }),
}
