import type { CategoryPage, CategoryWithCount, ProductFilters, ProductSearchPage } from '#contract/offers.ts'
import type { ProductCard } from '#contract/products.ts'
import { findCategory, listCategories } from '#server/domains/plants/plants.api.ts'
import { presentCard } from '#server/domains/products/products.present.ts'
import type { productReads } from '#server/domains/products/products.service.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ContentVersions } from '#server/platform/http/cache/content-version.ts'
import { keptWhileUnchanged } from '#server/platform/http/cache/content-version.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { countMatches, facetsOf } from './facets.ts'
import { type Cell, countCells, countPublished, listFiltered, listLatest, listRelated } from './offers.queries.ts'

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

  const categoriesWithCounts = keptWhileUnchanged(versions, async (): Promise<CategoryWithCount[]> => {
    const [all, counts] = await Promise.all([listCategories(db), countPublished(db)])
    const countOf = new Map(counts.map(row => [row.categoryId, row.count]))
    return all.map(category => ({ ...category, products_count: countOf.get(category.id) ?? 0 }))
  })

  const filterNames = keptWhileUnchanged(versions, async () => {
    const [rsp, regions] = await Promise.all([getFilterLookups(db, 'root_packaging'), getFilterLookups(db, 'region')])
    return { rsp, regions }
  })

  /** Of each category on its own (`null`: all), so that the first visitor after a change does not wait for the others. */
  const keptCells = new Map<number | null, () => Promise<Cell[]>>()

  function allCells(categoryId: number | null): Promise<Cell[]> {
    const cells = keptCells.get(categoryId) ?? keptWhileUnchanged(versions, () => countCells(db, categoryId, {}))
    keptCells.set(categoryId, cells)
    return cells()
  }

  function cellsFor(categoryId: number | null, filters: ProductFilters): Promise<Cell[]> {
    const { search, price_from, price_to, height_from, height_to } = filters
    const narrow = { search, price_from, price_to, height_from, height_to }
    if (Object.values(narrow).some(value => value !== undefined)) return countCells(db, categoryId, narrow)
    return allCells(categoryId)
  }

  return {
    listCategoriesWithCounts: categoriesWithCounts,

    async listLatest(): Promise<ProductCard[]> {
      return (await listLatest(db, latestCount)).map(card)
    },

    async listCategory(slug: string, query: ListQuery, address: string): Promise<CategoryPage> {
      const category = await findCategory(db, slug)
      if (!category) throw new AppError('NOT_FOUND', 'Такой категории нет.')
      const [rows, cells, names] = await Promise.all([
        listFiltered(db, category.id, query, pageRange(query)),
        cellsFor(category.id, query),
        filterNames(),
      ])
      const links = pageLinks(address, query, countMatches(cells, query))
      return { category, products: rows.map(card), ...links, facets: facetsOf(cells, query, names) }
    },

    async searchProducts(query: ListQuery, address: string): Promise<ProductSearchPage> {
      const [rows, cells, all] = await Promise.all([
        listFiltered(db, null, query, pageRange(query)),
        cellsFor(null, query),
        listCategories(db),
      ])
      const links = pageLinks(address, query, countMatches(cells, query))
      const byCategory = Map.groupBy(cells, cell => cell.categoryId)
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
