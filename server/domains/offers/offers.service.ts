import type {
  CategoryPage,
  CategoryWithCount,
  Product,
  ProductCard,
  ProductFilters,
  ProductSearchPage,
} from '#contract/catalogue.ts'
import { getFilterLookups, lookupsById, readAllLookups } from '#server/domains/reference/lookups.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ContentVersions } from '#server/platform/http/cache/content-version.ts'
import { keptWhileUnchanged } from '#server/platform/http/cache/content-version.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canReadProduct, isColleague } from '#server/policy/catalogue.ts'
import { lookupIdsOf, presentCard, presentImage, presentProduct, productPath } from '../products/products.present.ts'
import { countMatches, facetsOf } from './facets.ts'
import {
  type Cell,
  countCells,
  countPublished,
  findCategory,
  findProduct,
  listCategories,
  listFiltered,
  listImages,
  listImagesOfCompany,
  listLatest,
  listOfCompany,
  listRelated,
  listWholeOfCompany,
  type ProductRow,
} from './offers.queries.ts'

const latestCount = 24
const relatedCount = 8

export interface CatalogueDeps {
  db: Db
  media: MediaStore
  versions: ContentVersions
}

type ListQuery = ProductFilters & PageRequest

/** Reading the catalogue. What is the same for everybody is computed once for each state of the content. */
export function catalogueService({ db, media, versions }: CatalogueDeps) {
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

  async function getReadable(actor: Actor | null, slug: string): Promise<ProductRow> {
    const row = await findProduct(db, slug)
    if (!row || !canReadProduct(actor, row.product)) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  async function getUnderCategory(actor: Actor | null, categorySlug: string, slug: string): Promise<ProductRow> {
    const row = await getReadable(actor, slug)
    if (row.category.slug !== categorySlug) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    return row
  }

  return {
    listCategories: () => listCategories(db),
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

    /** The listing under its present or an earlier slug. Throws NOT_FOUND for one that the actor may not know of. */
    async getProduct(actor: Actor | null, categorySlug: string, slug: string): Promise<Product> {
      const row = await getUnderCategory(actor, categorySlug, slug)
      const [images, lookupOf] = await Promise.all([listImages(db, row.product.id), lookupsById(db, lookupIdsOf(row))])
      return presentProduct(row, images, lookupOf, media, actor)
    },

    /** Everything of the actor's company, newest first; nothing without one. As many queries for many as for few. */
    async listOwn(actor: Actor): Promise<Product[]> {
      if (actor.companyId === null) return []
      const [rows, images, lists] = await Promise.all([
        listWholeOfCompany(db, actor.companyId),
        listImagesOfCompany(db, actor.companyId),
        readAllLookups(db),
      ])
      const imagesOf = Map.groupBy(images, image => image.productId)
      return rows.map(row => presentProduct(row, imagesOf.get(row.id) ?? [], lists.byId, media, actor))
    },

    async getAddress(actor: Actor | null, slug: string): Promise<string> {
      const row = await getReadable(actor, slug)
      return productPath(row.category.slug, row.slug)
    },

    async listImages(actor: Actor | null, slug: string) {
      const row = await getReadable(actor, slug)
      return (await listImages(db, row.product.id)).map(image => presentImage(image, media))
    },

    async listRelated(actor: Actor | null, categorySlug: string, slug: string) {
      const { product } = await getUnderCategory(actor, categorySlug, slug)
      const { sameGenus, sameCompany } = await listRelated(db, product, relatedCount)
      return { same_genus: sameGenus.map(card), same_team: sameCompany.map(card) }
    },

    async listOfCompany(actor: Actor | null, companyId: number): Promise<ProductCard[]> {
      return (await listOfCompany(db, companyId, isColleague(actor, companyId))).map(card)
    },
  }
}
