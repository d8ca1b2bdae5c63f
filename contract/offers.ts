import { z } from 'zod'
import { call } from './call.ts'
import { integerIdText, lookup, optionalText, pageLinks, pageQuery, repeated, slug } from './common.ts'
import { teamRef } from './companies.ts'
import { offerFilters } from './offer-search.ts'
import { zonedPlace } from './places.ts'
import { category } from './plants.ts'
import { productCard } from './products.ts'

/** `products_count` counts published products. */
export const categoryWithCount = z
  .object({ ...category.shape, products_count: z.int() })
  .meta({ id: 'CategoryWithCount' })
export type CategoryWithCount = z.output<typeof categoryWithCount>

/** A choice of a filter and how many products it would leave, other filters unchanged. */
export const facetChoice = z.object({ ...lookup.shape, count: z.int() }).meta({ id: 'FacetChoice' })
export type FacetChoice = z.output<typeof facetChoice>

export const productOrderings = ['-created_at', 'price', '-price'] as const

/**
 * Filters of a category page, the same in the page's address and in the call: those of offers, and `rsp`. A product
 * matches when one of its sizes matches all of them; one without any size, when no filter asks for a size.
 */
export const productFilters = z.object({
  ...offerFilters.pick({
    /** Words as they are written (`as_written` of offers); Russian word forms match. */
    search: true,
    price_from: true,
    price_to: true,
    height_from: true,
    height_to: true,
    zone: true,
    region: true,
    place: true,
    hardy: true,
  }).shape,
  /** Ids of root packagings. */
  rsp: repeated(integerIdText),
  /** By the prices of the cards, which are those of the sizes that match. */
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

/** `place`: that of the query, where it names one. */
export const categoryPage = z
  .object({ category, products: z.array(productCard), ...pageLinks, facets, place: zonedPlace.nullable().optional() })
  .meta({ id: 'CategoryPage' })
export type CategoryPage = z.output<typeof categoryPage>

/** Products of all categories; `categories` lists the matching ones. */
export const productSearchPage = z
  .object({ results: z.array(productCard), ...pageLinks, categories: z.array(categoryWithCount) })
  .meta({ id: 'ProductSearchPage' })
export type ProductSearchPage = z.output<typeof productSearchPage>

/** What the home page shows of the catalogue: as many companies as there are, photos before drawings. */
export const showcase = z
  .object({
    products: z.array(productCard).max(12),
    /** Every category, with the picture of a product in it; `null` of an empty one. */
    categories: z.array(z.object({ ...categoryWithCount.shape, get_thumbnail: z.string().nullable() })),
    /** Those that published last, with pictures of what they sell. */
    teams: z
      .array(
        z.object({
          ...teamRef.shape,
          region: z.string(),
          products_count: z.int(),
          /** Its page. */
          get_absolute_url: z.string(),
          /** Its logo; "": it has none. */
          logo: z.string(),
          /** Its own pictures first. */
          pictures: z.array(z.string()).max(3),
        }),
      )
      .max(8),
  })
  .meta({ id: 'Showcase' })
export type Showcase = z.output<typeof showcase>

export const offerCalls = {
  'GET /showcase/': call({
    access: 'public',
    summary: 'Витрина главной страницы: новые растения разных питомников, категории с картинками, питомники',
    answer: showcase,
  }),
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
  'GET /products/categories/': call({
    access: 'public',
    summary: 'Категории с числом опубликованных растений',
    answer: z.array(categoryWithCount),
  }),
  'GET /products/:category_slug/': call({
    access: 'public',
    summary: 'Растения категории с фильтрами',
    params: z.object({ category_slug: slug }),
    query: productListQuery,
    answer: categoryPage,
  }),
  'GET /products/:category_slug/:product_slug/related/': call({
    access: 'public',
    summary: 'Другие растения того же рода и той же компании',
    params: z.object({ category_slug: slug, product_slug: slug }),
    answer: z.object({ same_genus: z.array(productCard), same_team: z.array(productCard) }),
  }),
}
