import { LRUCache } from 'lru-cache'
import type { CategoryPage, CategoryWithCount, ProductFilters, ProductSearchPage, Showcase } from '#contract/offers.ts'
import type { ProductCard } from '#contract/products.ts'
import { companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import { listCards } from '#server/domains/products/products.api.ts'
import { presentCard } from '#server/domains/products/products.present.ts'
import {
  companyOffersScope,
  genusOffersScope,
  offersScope,
  offerValuesScope,
  productScope,
  scopesOfCards,
  sizesScope,
} from '#server/domains/products/products.scopes.ts'
import type { productReads } from '#server/domains/products/products.service.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type Computed,
  type ContentChanges,
  cachedWhileUnchanged,
  type Scope,
  type Shows,
} from '#server/platform/http/cache/content-changes.ts'
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
  type NarrowingFilters,
} from './offers.queries.ts'
import { listCategoryCovers, listNewestByCompany, listTeamFacts } from './showcase.queries.ts'
import { mixed } from './showcase.ts'

export interface OfferDeps {
  db: Db
  media: MediaStore
  changes: ContentChanges
  reads: Pick<ReturnType<typeof productReads>, 'getUnderCategory'>
}

/** Companies on the home page. */
const shownTeams = 8

type ListQuery = ProductFilters & PageRequest

/** Bytes of counts of narrowed lists kept in memory by one process. */
const keptBytes = 8 * 1024 * 1024
/** A count takes about so many. */
const bucketBytes = 64

/** The filters whose choices are not counted; `null` if none is set. */
function narrowed({ search, price_from, price_to, height_from, height_to }: ProductFilters) {
  const narrow = { search, price_from, price_to, height_from, height_to }
  return Object.values(narrow).some(value => value !== undefined) ? narrow : null
}

/** Whether at least one in forty of the counted products matches, so that walking them in any order soon fills a page. */
const areCommon = (count: number, buckets: FacetBucket[]) =>
  count * 40 >= buckets.reduce((sum, bucket) => sum + bucket.count, 0)

/** The scopes on which a list depends besides those of its cards. */
function scopesOfList(categoryId: number | null, query: ListQuery): Scope[] {
  const scopes = [offersScope(categoryId), categoriesScope, lookupsScope, companyRegionsScope]
  const needsValues = narrowed(query) !== null || query.ordering !== '-created_at'
  return needsValues ? [...scopes, offerValuesScope(categoryId)] : scopes
}

/** Lists of published products. Results that are the same for everybody are computed once per state of the content. */
export function offerService({ db, media, changes, reads }: OfferDeps) {
  const card = (row: Parameters<typeof presentCard>[0]) => presentCard(row, media)

  const categories = cachedWhileUnchanged(changes, [categoriesScope], () => listCategories(db))

  const categoriesWithCounts = cachedWhileUnchanged(
    changes,
    [categoriesScope, offersScope(null)],
    async (): Promise<CategoryWithCount[]> => {
      const [all, counts] = await Promise.all([categories(), countPublished(db)])
      const countOf = new Map(counts.map(row => [row.categoryId, row.count]))
      return all.map(category => ({ ...category, products_count: countOf.get(category.id) ?? 0 }))
    },
  )

  const filterNames = cachedWhileUnchanged(changes, [lookupsScope], async () => {
    const [rsp, regions] = await Promise.all([getFilterLookups(db, 'root_packaging'), getFilterLookups(db, 'region')])
    return { rsp, regions }
  })

  /**
   * One entry per category (`null`: all), so that the first visitor after a change does not wait for the counts of
   * other categories.
   */
  const cachedBuckets = new Map<number | null, () => Promise<FacetBucket[]>>()

  function allBuckets(categoryId: number | null): Promise<FacetBucket[]> {
    const buckets =
      cachedBuckets.get(categoryId) ??
      cachedWhileUnchanged(changes, [offersScope(categoryId), companyRegionsScope], () =>
        countFacetBuckets(db, categoryId, {}),
      )
    cachedBuckets.set(categoryId, buckets)
    return buckets()
  }

  /**
   * Counting what common words find takes longer than listing a page of it, and is the same for all further pages and
   * for each choice of a counted filter.
   */
  const narrowBuckets = new LRUCache<string, Computed & { buckets: FacetBucket[] }>({
    maxSize: keptBytes,
    sizeCalculation: ({ buckets }, key) => bucketBytes * (buckets.length + 1) + 2 * key.length,
  })

  async function narrowedBuckets(categoryId: number | null, narrow: NarrowingFilters): Promise<FacetBucket[]> {
    const key = JSON.stringify([categoryId, narrow])
    await changes.current()
    const known = narrowBuckets.get(key)
    if (known && changes.holds(known)) return known.buckets
    const scopes = [offersScope(categoryId), offerValuesScope(categoryId), companyRegionsScope]
    const computed = { state: changes.known(), scopes }
    const buckets = await countFacetBuckets(db, categoryId, narrow)
    narrowBuckets.set(key, { ...computed, buckets })
    return buckets
  }

  /**
   * A page of a list, the number of its products, and the counts of its choices. The counts of a whole category are kept,
   * and tell how to find the page.
   */
  async function listWithCounts(categoryId: number | null, query: ListQuery) {
    const page = pageRange(query)
    const narrow = narrowed(query)
    if (narrow) {
      const [rows, buckets] = await Promise.all([
        listFiltered(db, categoryId, query, page, false),
        narrowedBuckets(categoryId, narrow),
      ])
      return { rows, buckets, count: countMatches(buckets, query) }
    }
    const buckets = await allBuckets(categoryId)
    const count = countMatches(buckets, query)
    return { rows: await listFiltered(db, categoryId, query, page, areCommon(count, buckets)), buckets, count }
  }

  return {
    listCategoriesWithCounts: categoriesWithCounts,

    async listLatest(shows: Shows): Promise<ProductCard[]> {
      const cards = (await listLatest(db)).map(card)
      shows(offersScope(null), ...scopesOfCards(cards))
      return cards
    },

    /** What the home page shows. */
    async showcase(shows: Shows): Promise<Showcase> {
      const [newest, all] = await Promise.all([listNewestByCompany(db), categoriesWithCounts()])
      const ids = mixed(newest)
      const byCompany = Map.groupBy(newest, ({ companyId }) => companyId)
      const teamIds = [...byCompany.keys()].slice(0, shownTeams)
      const [rows, covers, facts, teams] = await Promise.all([
        listCards(db, ids),
        listCategoryCovers(
          db,
          all.filter(({ products_count }) => products_count > 0).map(({ id }) => id),
        ),
        listTeamFacts(db, teamIds),
        listCards(
          db,
          teamIds.flatMap(id => byCompany.get(id)?.[0]?.id ?? []),
        ),
      ])
      const cards = rows.map(card).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      const teamOf = new Map(teams.map(card).map(({ team }) => [team.id, team]))
      const picturesOf = (id: number) =>
        (byCompany.get(id) ?? []).toSorted((one, other) => Number(other.hasPhotos) - Number(one.hasPhotos)).slice(0, 6)
      shows(
        ...[offersScope(null), offerValuesScope(null), sizesScope, companyRegionsScope, lookupsScope],
        ...scopesOfCards(cards),
        ...teamIds.flatMap(id => [companyScope(id), companyOffersScope(id)]),
        ...[...covers.values(), ...teamIds.flatMap(picturesOf)].map(({ id }) => productScope(id)),
      )
      return {
        products: cards,
        categories: all.map(category => {
          const cover = covers.get(category.id)
          return { ...category, get_thumbnail: cover === undefined ? null : media.urls(cover.coverKey).get_thumbnail }
        }),
        teams: teamIds.flatMap(id => {
          const team = teamOf.get(id)
          const fact = facts.get(id)
          if (!team || !fact) return []
          const pictures = picturesOf(id).map(({ coverKey }) => media.urls(coverKey).get_thumbnail)
          const different = [...new Set(pictures)].slice(0, 3)
          return [{ ...team, region: fact.region, products_count: fact.count, pictures: different }]
        }),
      }
    },

    async listCategory(slug: string, query: ListQuery, address: string, shows: Shows): Promise<CategoryPage> {
      const category = (await categories()).find(one => one.slug === slug)
      if (!category) throw new AppError('NOT_FOUND', 'Такой категории нет.')
      const [{ rows, buckets, count }, names] = await Promise.all([listWithCounts(category.id, query), filterNames()])
      const products = rows.map(card)
      shows(...scopesOfList(category.id, query), ...scopesOfCards(products))
      const links = pageLinks(address, query, count)
      return { category, products, ...links, facets: facetsOf(buckets, query, names) }
    },

    async searchProducts(query: ListQuery, address: string, shows: Shows): Promise<ProductSearchPage> {
      const [{ rows, buckets, count }, all] = await Promise.all([listWithCounts(null, query), categories()])
      const links = pageLinks(address, query, count)
      const byCategory = Map.groupBy(buckets, bucket => bucket.categoryId)
      const found = all
        .map(category => ({ ...category, products_count: countMatches(byCategory.get(category.id) ?? [], query) }))
        .filter(category => category.products_count > 0)
      const results = rows.map(card)
      shows(...scopesOfList(null, query), ...scopesOfCards(results))
      return { results, ...links, categories: found }
    },

    async listRelated(actor: Actor | null, categorySlug: string, slug: string, shows: Shows) {
      const { product } = await reads.getUnderCategory(actor, categorySlug, slug)
      const related = await listRelated(db, product)
      const [sameGenus, sameCompany] = [related.sameGenus.map(card), related.sameCompany.map(card)]
      shows(
        ...[productScope(product.id), genusOffersScope(product.genus), companyOffersScope(product.companyId)],
        ...scopesOfCards([...sameGenus, ...sameCompany]),
      )
      return { same_genus: sameGenus, same_team: sameCompany }
    },
  }
}
