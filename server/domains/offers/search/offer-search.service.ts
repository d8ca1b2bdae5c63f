import type { Lookup } from '#contract/common.ts'
import {
  offerFacets as facetsShape,
  type OfferFilters,
  type OfferListQuery,
  type OfferPage,
  understood as understoodShape,
} from '#contract/offer-search.ts'
import { zonedPlace as placeShape } from '#contract/places.ts'
import type { Comparison } from '#contract/plant-catalogue.ts'
import type { Category } from '#contract/plants.ts'
import { listDistances, listPhones } from '#server/domains/companies/companies.api.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import { placeSpeaker, presentZonedPlace } from '#server/domains/reference/places/places.service.ts'
import type { SpokenPlaces } from '#server/domains/reference/places/spoken-places.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ContentChanges, cachedWhileUnchanged, type Shows } from '#server/platform/http/cache/content-changes.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import { type Written, writerOf, writtenPage } from '#server/platform/http/serialisation.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { type NamedCategory, takePhrases } from '#server/reading/queries/take-phrases.ts'
import { asWritten, isOfPlants, strangeWords, takeRegion, understand } from '#server/reading/queries/understand.ts'
import { listPlantFacts } from '../index/offer-index.queries.ts'
import { searchOffers } from '../index/search-offers.ts'
import { hardyAt, placeOf, refuse } from './hardy-at.ts'
import { namePlace } from './name-place.ts'
import { offerCards } from './offer-cards.ts'
import { offerFacets } from './offer-facets.ts'
import { scopesOfSearch } from './offer-scopes.ts'
import { findCompaniesByWords, type OfferQuery, prepareListOffers } from './offer-search.queries.ts'
import { presentOffer } from './offers.present.ts'
import { asksForFacts, resolveQuery } from './resolve-query.ts'
import { wordedOffers } from './worded-offers.ts'

export interface OfferSearchDeps {
  db: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
  changes: ContentChanges
  index: OfferIndex
}

const writeFacets = writerOf(facetsShape)
const writeUnderstood = writerOf(understoodShape)
const writePlace = writerOf(placeShape.nullable())

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

/**
 * Merges the filters found in the search words with those set explicitly. The latter take precedence, except for the
 * place: the one set is the person's usual place, the one said is of this search.
 */
function together(said: Partial<OfferFilters>, set: OfferFilters): OfferFilters {
  return {
    ...set,
    ...Object.fromEntries(
      Object.entries(said).filter(([name]) => name === 'place' || !isSet(set[name as keyof OfferFilters])),
    ),
  }
}

/** The place from which distances are measured, and the distances of the companies in kilometres. */
async function measure(db: Db, asked: Pick<OfferFilters, 'place' | 'within' | 'hardy'>) {
  const place = await placeOf(db, asked)
  return place
    ? { place: presentZonedPlace(place), distances: await listDistances(db, place) }
    : { place: null, distances: null }
}

/** What understanding search words requires. */
export interface WordDeps {
  db: Db
  names: () => Promise<NamedPlants>
  /** All regions. */
  regions: () => Promise<Lookup[]>
  categories: () => Promise<NamedCategory[]>
  places: () => Promise<SpokenPlaces>
}

/** The company whose name contains the most of these words; `null` if two companies contain equally many. */
async function namedCompany(db: Db, words: readonly string[]): Promise<{ id: number; words: string[] } | null> {
  const [best, next] = words.length > 0 ? await findCompaniesByWords(db, words) : []
  return best && best.words.length !== next?.words.length ? best : null
}

async function read({ db, names, regions, categories, places }: WordDeps, search: string, ignored: readonly string[]) {
  const known = await names()
  const phrases = takePhrases(search, {
    categories: await categories(),
    isOfPlants: word => isOfPlants(word, known),
    ignored,
  })
  const placed = await namePlace(phrases.text, { places, regions, isOther: word => isOfPlants(word, known) })
  const regional = ignored.includes('region')
    ? { region: null, text: placed.text }
    : takeRegion(placed.text, known, await regions())
  const company = ignored.includes('company') ? null : await namedCompany(db, strangeWords(regional.text, known))
  const text = (company?.words ?? []).reduce((left, word) => left.replace(word, ' '), regional.text)
  const seller = { region: regional.region, company: company?.id ?? null }
  // Without the place nothing is hardy there.
  const place = ignored.includes('place') ? null : placed.place
  const said = { ...phrases.filters, ...(place === null ? {} : { place, hardy: 1 }) }
  return understand(text, known, { seller, said, ignored })
}

/**
 * Understands the words of a query. Filters that are set explicitly take precedence over those found in the words.
 * Throws INVALID_INPUT for an unknown place, and for `within` without a place.
 */
export async function offerQueryOf(deps: WordDeps, query: OfferFilters) {
  const { search, ...set } = query
  const meant = !search ? null : set.as_written ? asWritten(search) : await read(deps, search, set.ignore)
  const filters = together(meant?.filters ?? {}, set)
  const measured = await measure(deps.db, filters)
  return {
    ...measured,
    filters: hardyAt(measured.place, filters),
    searched: meant?.searched ?? null,
    understood: meant?.understood ?? { plants: [], filters: {}, corrected: null },
    words: meant?.words ?? '',
  }
}

/** The search over all published offers; each variant is an offer of its own. */
export function offerSearch({ db, media, names, changes, index }: OfferSearchDeps) {
  const lists = cachedWhileUnchanged(changes, [categoriesScope, lookupsScope], async () => {
    const [categories, regions] = await Promise.all([listCategories(db), getFilterLookups(db, 'region')])
    return { categories, regions }
  })
  const places = placeSpeaker(db)
  const plantFacts = cachedWhileUnchanged(changes, [plantsScope], () => listPlantFacts(db))
  const worded = wordedOffers({ db, changes })
  const readOffers = prepareListOffers(db)
  const showOffers = offerCards({ db, media, changes })

  const resolve = async (asked: OfferQuery, categories: Category[]) =>
    resolveQuery(db, asked, { categories, plantFacts: asksForFacts(asked) ? await plantFacts() : [], worded })

  /** Understands a query and runs it. */
  async function run({ page, page_size, ordering, ...set }: OfferListQuery) {
    if (ordering === 'distance' && set.place === undefined) throw refuse('place', 'Выберите место', 'required')
    const { categories, regions } = await lists()
    const known = { db, names, regions: async () => regions, categories: async () => categories, places }
    const { understood, place, words, ...asked } = await offerQueryOf(known, set)
    const resolved = await resolve(asked, categories)
    const { ids, facets } = await index.use((offers, yieldNow) =>
      searchOffers(offers, resolved, { ordering, page: pageRange({ page, page_size }), now: Date.now() }, yieldNow),
    )
    return { asked, understood, place, words, plantIds: resolved.plantIds ?? [], ids, facets, categories, regions }
  }

  return {
    /** Offers side by side, by variant id; `null` for unpublished and unknown ones. */
    async compareOffers(ids: number[], from: number | undefined): Promise<Pick<Comparison, 'offers' | 'place'>> {
      const [{ place, distances }, rows] = await Promise.all([
        measure(db, { place: from }),
        ids.length > 0 ? readOffers(ids) : [],
      ])
      const offers = rows.map(row => presentOffer(row, media, { distances, quantity: undefined }))
      const phones = await listPhones(db, [...new Set(offers.map(({ company }) => company.id))])
      return {
        place,
        offers: ids.map(id => {
          const found = offers.find(({ variant }) => variant.id === id)
          if (!found) return { id, offer: null }
          return {
            id,
            offer: { ...found, company: { ...found.company, team_phone: phones.get(found.company.id) ?? '' } },
          }
        }),
      }
    },

    async search(query: OfferListQuery, address: string, shows: Shows): Promise<Written<OfferPage>> {
      const { asked, understood, place, plantIds, ids, facets, categories, regions } = await run(query)
      const { filters, distances } = asked
      const results = await showOffers(ids, { distances, quantity: filters.quantity })
      shows(
        ...scopesOfSearch(
          asked,
          plantIds,
          results.map(({ row }) => row),
          { isWorded: Boolean(query.search) },
        ),
      )
      return writtenPage(
        pageLinks(address, query, facets.count),
        results.map(({ written }) => written),
        {
          facets: writeFacets(offerFacets(facets, filters, { categories, regions })),
          understood: writeUnderstood(understood),
          place: writePlace(place),
        },
      )
    },

    prepare: index.prepare,
    worded,

    /** The number of offers that a query finds. */
    async count(asked: OfferQuery): Promise<number> {
      const query = await resolve(asked, (await lists()).categories)
      const page = { offset: 0, limit: 1 }
      const { facets } = await index.use((offers, yieldNow) =>
        searchOffers(offers, query, { ordering: undefined, page, now: Date.now() }, yieldNow),
      )
      return facets.count
    },

    /**
     * What a search without results is for; `null` if it has some. `plantIds`: the plants that are chosen or certainly
     * meant, `words`: the search words without sizes and seller.
     */
    async findMissing(query: OfferListQuery) {
      const { asked, understood, place, words, plantIds, facets } = await run(query)
      if (facets.count > 0) return null
      return {
        filters: asked.filters,
        place,
        plantIds: [...new Set([...plantIds, ...understood.plants.map(({ id }) => id)])],
        words,
      }
    },
  }
}
