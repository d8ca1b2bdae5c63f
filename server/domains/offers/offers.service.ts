import { companyPath } from '#contract/company-slug.ts'
import { type OfferFilters, offerFilters } from '#contract/offer-search.ts'
import type { CategoryPage, CategoryWithCount, ProductFilters, ProductSearchPage, Showcase } from '#contract/offers.ts'
import type { ProductCard } from '#contract/products.ts'
import { companiesScope, companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import { cardsOfSizes } from '#server/domains/products/product-cards.service.ts'
import { listCards } from '#server/domains/products/products.api.ts'
import { presentCard } from '#server/domains/products/products.present.ts'
import {
  categorySizesScope,
  companyOffersScope,
  genusOffersScope,
  offersScope,
  productScope,
  scopesOfCards,
  sizesScope,
} from '#server/domains/products/products.scopes.ts'
import type { productReads } from '#server/domains/products/products.service.ts'
import { packagingFinder } from '#server/domains/products/variants/root-packagings.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import { presentZonedPlace } from '#server/domains/reference/places/places.service.ts'
import { selectLookups } from '#server/domains/reference/reference.api.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type ContentChanges,
  cachedWhileUnchanged,
  type Scope,
  type Shows,
} from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { OfferIndex } from './index/offer-index.ts'
import type { ProductQuery } from './index/offer-query.ts'
import { searchProducts } from './index/search-products.ts'
import { countPublished, listLatest, listRelated } from './offers.queries.ts'
import { hardyAt, placeOf } from './search/hardy-at.ts'
import { productFacets } from './search/offer-facets.ts'
import type { offerSearch } from './search/offer-search.service.ts'
import { listCategoryCovers, listNewestByCompany, listTeamFacts } from './showcase.queries.ts'
import { mixed } from './showcase.ts'

export interface OfferDeps {
  db: Db
  media: MediaStore
  changes: ContentChanges
  index: OfferIndex
  search: Pick<ReturnType<typeof offerSearch>, 'worded'>
  reads: Pick<ReturnType<typeof productReads>, 'getUnderCategory'>
}

/** Companies on the home page. */
const shownTeams = 8

type ListQuery = ProductFilters & PageRequest

/** Offers without any filter. */
const unfiltered: OfferFilters = offerFilters.parse({})

/**
 * The scopes on which a list depends besides those of its cards. Which products have which packing, zone and region is
 * part of what is offered.
 */
function scopesOfList(categoryId: number | null, query: ProductFilters): Scope[] {
  const { search, price_from, price_to, height_from, height_to, ordering } = query
  const asksForSizes =
    ordering !== '-created_at' || [price_from, price_to, height_from, height_to].some(end => end !== undefined)
  return [
    ...[offersScope(categoryId), categoriesScope, lookupsScope, companyRegionsScope],
    ...(asksForSizes || search ? [categorySizesScope(categoryId)] : []),
    ...(search ? [companiesScope] : []),
  ]
}

/** Lists of published products. Results that are the same for everybody are computed once per state of the content. */
export function offerService({ db, media, changes, index, search, reads }: OfferDeps) {
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

  const choices = cachedWhileUnchanged(changes, [lookupsScope], async () => {
    const [packagings, regions, entries] = await Promise.all([
      getFilterLookups(db, 'root_packaging'),
      getFilterLookups(db, 'region'),
      selectLookups(db, [], 'root_packaging'),
    ])
    return { packagings, regions, packagingOf: packagingFinder(entries) }
  })

  /** A page of the products with a size that matches, and the counts of all choices. `null`: all categories. */
  async function listWithCounts(categoryId: number | null, query: ListQuery) {
    const { page, page_size, ordering, rsp, ...asked } = query
    const place = await placeOf(db, asked)
    const filters: OfferFilters = hardyAt(place, { ...unfiltered, ...asked })
    const named = choices()
    // If the index or the words fail first, nobody waits for it.
    named.catch(() => undefined)
    const worded = filters.search ? await search.worded(filters.search) : null
    // The index asks for the state of the content too: at once, so that one statement answers both.
    const found = await index.use(async (offers, yieldNow) => {
      const products: ProductQuery = {
        filters,
        categoryIds: categoryId === null ? null : [categoryId],
        plantIds: null,
        searched: worded && { plantIds: [], worded },
        distances: null,
        plantFacts: [],
        packagings: rsp,
        packagingOf: (await named).packagingOf,
      }
      const asked = { ordering, page: pageRange({ page, page_size }), now: Date.now() }
      return searchProducts(offers, products, asked, yieldNow)
    })
    const cards = await cardsOfSizes(db, media, found.products)
    return { cards, counts: found.facets, place, ...(await named) }
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
        ...[offersScope(null), sizesScope, companyRegionsScope, lookupsScope],
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
          const own = fact.pictures.map(key => media.urls(key).get_thumbnail)
          return [
            {
              ...team,
              region: fact.region,
              products_count: fact.count,
              get_absolute_url: companyPath(fact),
              logo: fact.logo === null ? '' : media.urls(fact.logo).get_thumbnail,
              pictures: [...new Set([...own, ...pictures])].slice(0, 3),
            },
          ]
        }),
      }
    },

    async listCategory(slug: string, query: ListQuery, address: string, shows: Shows): Promise<CategoryPage> {
      const category = (await categories()).find(one => one.slug === slug)
      if (!category) throw new AppError('NOT_FOUND', 'Такой категории нет.')
      const { cards: products, counts, place, ...known } = await listWithCounts(category.id, query)
      shows(...scopesOfList(category.id, query), ...scopesOfCards(products))
      return {
        category,
        products,
        ...pageLinks(address, query, counts.count),
        facets: productFacets(counts, query, known),
        ...(place && { place: presentZonedPlace(place) }),
      }
    },

    async searchProducts(query: ListQuery, address: string, shows: Shows): Promise<ProductSearchPage> {
      const [{ cards: results, counts }, all] = await Promise.all([listWithCounts(null, query), categories()])
      const found = all
        .map(category => ({ ...category, products_count: counts.category.get(category.id) ?? 0 }))
        .filter(category => category.products_count > 0)
      shows(...scopesOfList(null, query), ...scopesOfCards(results))
      return { results, ...pageLinks(address, query, counts.count), categories: found }
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
