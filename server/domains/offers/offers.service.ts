import type { CategoryPage, CategoryWithCount, ProductFilters, ProductSearchPage } from '#contract/offers.ts'
import type { ProductCard } from '#contract/products.ts'
import { findCategory, listCategories } from '#server/domains/plants/plants.api.ts'
import { presentCard } from '#server/domains/products/products.present.ts'
import type { productReads } from '#server/domains/products/products.service.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ContentVersions } from '#server/platform/http/cache/content-version.ts'
import { cachedWhileUnchanged } from '#server/platform/http/cache/content-version.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { countMatches, facetsOf } from './facets.ts'
import {
  countFacetBuckets,
  countPublished,
  type FacetBucket,
  listFiltered,
  listLatest,
  listRelated,
} from './offers.queries.ts'

const latestCount = 24
const relatedCount = 8

export interface OfferDeps {
  db: Db
  media: MediaStore
  versions: ContentVersions
  reads: Pick<ReturnType<typeof productReads>, 'getUnderCategory'>
}

type ListQuery = ProductFilters & PageRequest

/** What is offered: lists of products. What is the same for everybody is computed once for each state of the content. */
export function offerService({ db, media, versions, reads }: OfferDeps) {
  const card = (row: Parameters<typeof presentCard>[0]) => presentCard(row, media)

  const categoriesWithCounts = cachedWhileUnchanged(versions, async (): Promise<CategoryWithCount[]> => {
    const [all, counts] = await Promise.all([listCategories(db), countPublished(db)])
    const countOf = new Map(counts.map(row => [row.categoryId, row.count]))
    return all.map(category => ({ ...category, products_count: countOf.get(category.id) ?? 0 }))
  })

  const filterNames = cachedWhileUnchanged(versions, async () => {
    const [rsp, regions] = await Promise.all([getFilterLookups(db, 'root_packaging'), getFilterLookups(db, 'region')])
    return { rsp, regions }
  })

  /** Of each category on its own (`null`: all), so that the first visitor after a change does not wait for the others. */
  const cachedBuckets = new Map<number | null, () => Promise<FacetBucket[]>>()

  function allBuckets(categoryId: number | null): Promise<FacetBucket[]> {
    const buckets =
      cachedBuckets.get(categoryId) ?? cachedWhileUnchanged(versions, () => countFacetBuckets(db, categoryId, {}))
    cachedBuckets.set(categoryId, buckets)
    return buckets()
  }

  function bucketsFor(categoryId: number | null, filters: ProductFilters): Promise<FacetBucket[]> {
    const { search, price_from, price_to, height_from, height_to } = filters
    const narrow = { search, price_from, price_to, height_from, height_to }
    if (Object.values(narrow).some(value => value !== undefined)) return countFacetBuckets(db, categoryId, narrow)
    return allBuckets(categoryId)
  }

  return {
    listCategoriesWithCounts: categoriesWithCounts,

    async listLatest(): Promise<ProductCard[]> {
      return (await listLatest(db, latestCount)).map(card)
    },

    async listCategory(slug: string, query: ListQuery, address: string): Promise<CategoryPage> {
      const category = await findCategory(db, slug)
      if (!category) throw new AppError('NOT_FOUND', 'Такой категории нет.')
      const [rows, buckets, names] = await Promise.all([
        listFiltered(db, category.id, query, pageRange(query)),
        bucketsFor(category.id, query),
        filterNames(),
      ])
      const links = pageLinks(address, query, countMatches(buckets, query))
      return { category, products: rows.map(card), ...links, facets: facetsOf(buckets, query, names) }
    },

    async searchProducts(query: ListQuery, address: string): Promise<ProductSearchPage> {
      const [rows, buckets, all] = await Promise.all([
        listFiltered(db, null, query, pageRange(query)),
        bucketsFor(null, query),
        listCategories(db),
      ])
      const links = pageLinks(address, query, countMatches(buckets, query))
      const byCategory = Map.groupBy(buckets, bucket => bucket.categoryId)
      const found = all
        .map(category => ({ ...category, products_count: countMatches(byCategory.get(category.id) ?? [], query) }))
        .filter(category => category.products_count > 0)
      return { results: rows.map(card), ...links, categories: found }
    },

    async listRelated(actor: Actor | null, categorySlug: string, slug: string) {
      const { product } = await reads.getUnderCategory(actor, categorySlug, slug)
      const { sameGenus, sameCompany } = await listRelated(db, product, relatedCount)
      return { same_genus: sameGenus.map(card), same_team: sameCompany.map(card) }
    },
  }
}
