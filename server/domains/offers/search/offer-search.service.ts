import type { Lookup } from '#contract/common.ts'
import type { OfferFilters, OfferListQuery, OfferPage } from '#contract/offer-search.ts'
import type { Comparison } from '#contract/plant-catalogue.ts'
import { listDistances, listPhones } from '#server/domains/companies/companies.api.ts'
import type { NamedPlants } from '#server/domains/plants/named-plants.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import { presentPlace } from '#server/domains/reference/places/places.service.ts'
import { findPlace } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Shows } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { companyBuckets } from './company-buckets.ts'
import { countOffers, offerFacets } from './offer-facets.ts'
import { scopesOfSearch } from './offer-scopes.ts'
import {
  countOfferBuckets,
  findCompaniesByWords,
  findPlantIds,
  listFirstOffers,
  listOffers,
  listOffersByIds,
} from './offer-search.queries.ts'
import { presentOffer } from './offers.present.ts'
import { type NamedCategory, takePhrases } from './take-phrases.ts'
import { asWritten, isOfPlants, strangeWords, takeRegion, understand } from './understand.ts'

export interface OfferSearchDeps {
  db: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
  bucketsOf: ReturnType<typeof companyBuckets>
}

/** Offers above which a list is read rank by rank instead of being sorted. */
const fewToSort = 2000

/** Filters that buckets tell apart; all others are looked up. */
const counted = new Set(['category', 'company', 'region', 'zone', 'form', 'root', 'stock'])

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

/** Filters that are set by hand count before those that words say. */
function together(said: Partial<OfferFilters>, set: OfferFilters): OfferFilters {
  return {
    ...set,
    ...Object.fromEntries(Object.entries(said).filter(([name]) => !isSet(set[name as keyof OfferFilters]))),
  }
}

const refuse = (field: string, message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { [field]: [{ message, code }] })

/** From where a query measures, and how far the companies are from there. */
async function measure(db: Db, { place: id, within }: Pick<OfferFilters, 'place' | 'within'>) {
  if (id === undefined) {
    if (within !== undefined) throw refuse('place', 'Выберите место', 'required')
    return { place: null, distances: null }
  }
  const place = await findPlace(db, id)
  if (!place) throw refuse('place', 'Такого места нет', 'not_in_list')
  return { place: presentPlace(place), distances: await listDistances(db, place) }
}

/** What words are read by. */
export interface WordDeps {
  db: Db
  names: () => Promise<NamedPlants>
  /** All regions. */
  regions: () => Promise<Lookup[]>
  categories: () => Promise<NamedCategory[]>
}

/** The company that most of the words name, if it is one alone. */
async function namedCompany(db: Db, words: readonly string[]): Promise<{ id: number; words: string[] } | null> {
  const [best, next] = words.length > 0 ? await findCompaniesByWords(db, words) : []
  return best && best.words.length !== next?.words.length ? best : null
}

async function read({ db, names, regions, categories }: WordDeps, search: string, ignored: readonly string[]) {
  const known = await names()
  const phrases = takePhrases(search, {
    categories: await categories(),
    isOfPlants: word => isOfPlants(word, known),
    ignored,
  })
  const regional = ignored.includes('region')
    ? { region: null, text: phrases.text }
    : takeRegion(phrases.text, known, await regions())
  const company = ignored.includes('company') ? null : await namedCompany(db, strangeWords(regional.text, known))
  const text = (company?.words ?? []).reduce((left, word) => left.replace(word, ' '), regional.text)
  const seller = { region: regional.region, company: company?.id ?? null }
  return understand(text, known, { seller, said: phrases.filters, ignored })
}

/** What a query asks for: its words are understood, and filters that are set by hand count before theirs. */
export async function offerQueryOf(deps: WordDeps, query: OfferFilters) {
  const { search, ...set } = query
  const measured = await measure(deps.db, query)
  const meant = !search ? null : set.as_written ? asWritten(search) : await read(deps, search, set.ignore)
  return {
    ...measured,
    filters: together(meant?.filters ?? {}, set),
    searched: meant?.searched ?? null,
    understood: meant?.understood ?? { plants: [], filters: {}, corrected: null },
  }
}

/** All that is offered, size by size. */
export function offerSearch({ db, media, names, bucketsOf }: OfferSearchDeps) {
  return {
    /** Offers side by side; `null` for those that are not published, or not there at all. */
    async compareOffers(ids: number[], from: number | undefined): Promise<Pick<Comparison, 'offers' | 'place'>> {
      const [{ place, distances }, rows] = await Promise.all([
        measure(db, { place: from }),
        ids.length > 0 ? listOffersByIds(db, ids) : [],
      ])
      const offers = rows.map(row => presentOffer(row, media, distances))
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

    async search(query: OfferListQuery, address: string, shows: Shows): Promise<OfferPage> {
      const { page: _page, page_size: _size, ordering, ...set } = query
      if (ordering === 'distance' && set.place === undefined) throw refuse('place', 'Выберите место', 'required')
      const [regions, categories] = await Promise.all([getFilterLookups(db, 'region'), listCategories(db)])
      const words = { db, names, regions: async () => regions, categories: async () => categories }
      const { understood, place, ...asked } = await offerQueryOf(words, set)
      const { filters, searched, distances } = asked
      const isCounted =
        searched === null && Object.entries(filters).every(([name, value]) => counted.has(name) || !isSet(value))
      const page = pageRange(query)
      const gather = async () => {
        if (!isCounted) return Promise.all([listOffers(db, asked, ordering, page), countOfferBuckets(db, asked)])
        const counts = await bucketsOf(filters.company)
        const isLong = ordering === undefined && countOffers(counts, filters) > fewToSort
        const list = isLong ? listFirstOffers(db, asked, page) : listOffers(db, asked, ordering, page)
        return [await list, counts] as const
      }
      const [[rows, buckets], plantIds] = await Promise.all([gather(), findPlantIds(db, filters.plant)])
      const results = rows.map(row => presentOffer(row, media, distances))
      shows(...scopesOfSearch(asked, plantIds, results, { isWorded: Boolean(set.search) }))
      return {
        ...pageLinks(address, query, countOffers(buckets, filters)),
        results,
        facets: offerFacets(buckets, filters, { categories, regions }),
        understood,
        place,
      }
    },
  }
}
