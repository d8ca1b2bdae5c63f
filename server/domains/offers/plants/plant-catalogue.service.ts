import type { Suggestion } from '#contract/offer-search.ts'
import type { Comparison, PlantDetail, PlantListQuery } from '#contract/plant-catalogue.ts'
import { companiesScope } from '#server/domains/companies/companies.scopes.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import { companySizesScope, genusSizesScope, plantSizesScope } from '#server/domains/products/products.scopes.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { presentZonedPlace } from '#server/domains/reference/places/places.service.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ContentChanges, cachedWhileUnchanged, type Shows } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { suggestNames } from '#server/reading/names/suggest-names.ts'
import { meantPlants } from '#server/reading/queries/understand.ts'
import { listPlantFacts } from '../index/offer-index.queries.ts'
import { hardyAt, placeOf } from '../search/hardy-at.ts'
import { allOffers, scopesOfPlants } from '../search/offer-scopes.ts'
import { genusSlug, presentPlantCard, presentPlantDetail } from './plant-catalogue.present.ts'
import {
  countPlants,
  findPlantAt,
  findPlantSlug,
  listCompanyNames,
  listPlants,
  listPlantsAt,
  listRelatedPlants,
} from './plant-catalogue.queries.ts'
import { findSubstitutes } from './substitutes/substitutes.service.ts'

const relatedCount = 8
const substitutesCount = 6
const suggestionsCount = 10
/** How many matching names are checked for offers; only the best of them are suggested. */
const weighedCount = 100
/** The maximum number of categories, and of companies, among the suggestions: most people look for plants. */
const othersCount = 3

/** The names of growth forms and crown shapes by the keys used in plant facts. */
const lookupNames = (lists: Awaited<ReturnType<typeof readAllLookups>>) => ({
  growth: (key: string | null) => lists.byKey('growth_pattern', key)?.name ?? null,
  crown: (key: string | null) => lists.byKey('crown_shape', key)?.name ?? null,
})

export interface PlantCatalogueDeps {
  db: Db
  names: () => Promise<NamedPlants>
  publicUrl: string
  changes: ContentChanges
  index: OfferIndex
}

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/**
 * Whether every typed word is the beginning of some word of a name, in any order; `null` without any word. Names are
 * passed as `fold` returns them.
 */
function wordsBeginning(typed: string): ((folded: string) => boolean) | null {
  const words = fold(typed).match(/[\p{L}\p{N}]+/gu)
  if (!words) return null
  const beginnings = words.map(word => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'))
  return folded => beginnings.every(beginning => beginning.test(folded))
}

/** The plant directory as a catalogue: its plants with the offers of all companies. */
export function plantCatalogue({ db, names, publicUrl, changes, index: offers }: PlantCatalogueDeps) {
  const facts = cachedWhileUnchanged(changes, [categoriesScope, plantsScope], async () => {
    const [categories, plants] = await Promise.all([listCategories(db), listPlantFacts(db)])
    return { categories, ofGenus: Map.groupBy(plants, ({ genusId }) => genusId) }
  })

  const companyNames = cachedWhileUnchanged(changes, [companiesScope], async () =>
    (await listCompanyNames(db)).map(company => ({ ...company, folded: fold(company.name) })),
  )

  const notFound = () => new AppError('NOT_FOUND', 'Такого растения нет в справочнике.')
  async function getRow(slug: string) {
    const row = await findPlantAt(db, slug)
    if (!row) throw notFound()
    return row
  }

  return {
    /** The current slug of a plant. Throws NOT_FOUND if no plant ever had this one. */
    async slugOf(slug: string): Promise<string> {
      const present = await findPlantSlug(db, slug)
      if (present === null) throw notFound()
      return present
    },

    async listPlants(query: PlantListQuery, address: string, shows: Shows) {
      const { search, genus, place: _place, hardy: _hardy, ...filters } = query
      const place = await placeOf(db, query)
      const known = search || genus ? await names() : null
      const asked = {
        ...filters,
        zone: hardyAt(place, query).zone,
        ids: known && search ? meantPlants(search, known) : null,
        genusIds:
          known && genus
            ? [
                ...new Set(
                  known.all.filter(plant => genusSlug(plant.genus.latinName) === genus).map(plant => plant.genus.id),
                ),
              ]
            : null,
      }
      const [rows, count] = await Promise.all([listPlants(db, asked, pageRange(query)), countPlants(db, asked)])
      const offers = query.with_offers === undefined ? scopesOfPlants(rows.map(({ id }) => id)) : allOffers
      shows(plantsScope, categoriesScope, ...offers, ...(place ? [lookupsScope] : []))
      return {
        ...pageLinks(address, query, count),
        results: rows.map(row => presentPlantCard(row, publicUrl)),
        ...(place && { place: presentZonedPlace(place) }),
      }
    },

    async getPlant(slug: string, at: { place?: number | undefined }, shows: Shows): Promise<PlantDetail> {
      const [row, place] = await Promise.all([getRow(slug), placeOf(db, at)])
      const zone = place?.zone ?? null
      // An unknown zone is not too cold, and replaces nothing that is offered.
      const diesThere = zone !== null && (row.facts.zone ?? zone) > zone
      const isReplaced = row.figures.offers === 0 || diesThere
      const [related, substitutes, lists] = await Promise.all([
        listRelatedPlants(db, row, relatedCount),
        isReplaced ? findSubstitutes(db, [row.id], { limit: substitutesCount, zone }) : [],
        readAllLookups(db),
      ])
      // The order of related plants depends on the offers of the genus. Substitutes may be any plants.
      const offers = isReplaced ? allOffers : [genusSizesScope(row.genus.id)]
      shows(plantsScope, categoriesScope, lookupsScope, plantSizesScope(row.id), ...offers)
      return presentPlantDetail(row, { related, substitutes }, lookupNames(lists), publicUrl)
    },

    /** Plants side by side, by the requested slugs. A slug that no plant ever had gives `null`. */
    async comparePlants(slugs: string[]): Promise<Comparison['plants']> {
      if (slugs.length === 0) return []
      const [rows, lists] = await Promise.all([listPlantsAt(db, slugs), readAllLookups(db)])
      const none = { related: [], substitutes: [] }
      return slugs.map(slug => {
        const row = rows.find(({ asked }) => asked === slug)
        return { slug, plant: row ? presentPlantDetail(row, none, lookupNames(lists), publicUrl) : null }
      })
    },

    /** Suggestions for the text typed so far; none if it contains no words. */
    async suggest(typed: string, shows: Shows): Promise<Suggestion[]> {
      const fits = wordsBeginning(typed)
      if (!fits) {
        shows()
        return []
      }
      const { index, byId } = await names()
      const fitting = suggestNames(index, typed, weighedCount)
      const genera = fitting.filter(({ kind }) => kind === 'genus').slice(0, suggestionsCount / 2)
      const found = [...genera, ...fitting.filter(({ kind }) => kind === 'plant')]
      const [known, { categories, ofGenus }] = await Promise.all([companyNames(), facts()])
      const companies = known.filter(({ folded }) => fits(folded)).slice(0, othersCount)
      const inCategories = categories.filter(({ name }) => fits(fold(name))).slice(0, othersCount)
      const plantsOf = (genusId: number) => (ofGenus.get(genusId) ?? []).map(({ id }) => id)
      const left = await offers.use(({ countLeft }) => ({
        named: found.map(({ kind, id }) => countLeft('plant', kind === 'plant' ? [id] : plantsOf(id))),
        categories: inCategories.map(({ id }) => countLeft('category', [id])),
        companies: companies.map(({ id }) => countLeft('company', [id])),
      }))
      shows(
        ...[plantsScope, categoriesScope, companiesScope],
        ...found.map(({ kind, id }) => (kind === 'plant' ? plantSizesScope(id) : genusSizesScope(id))),
        ...companies.map(({ id }) => companySizesScope(id)),
        ...(inCategories.length > 0 ? allOffers : []),
      )
      const others: Suggestion[] = [
        ...inCategories.map(({ name, slug }, at) => ({
          kind: 'category' as const,
          name,
          latin_name: '',
          url: `/products/${slug}`,
          count: left.categories[at] ?? 0,
        })),
        ...companies.map(({ id, name }, at) => ({
          kind: 'company' as const,
          name,
          latin_name: '',
          url: `/teams/get_current_team/${id}`,
          count: left.companies[at] ?? 0,
        })),
      ]
      const counted = found.map((one, at) => ({ ...one, count: left.named[at] ?? 0 }))
      const present = ({ kind, id, count }: (typeof counted)[number]): Suggestion[] => {
        // Of a genus, any plant that is not hidden.
        const plant = byId.get(kind === 'plant' ? id : (plantsOf(id).find(one => byId.has(one)) ?? -1))
        if (!plant) return []
        const { genus, name, latinName, slug } = plant
        if (kind === 'plant') {
          return [{ kind, name: `${genus.name} ${name}`, latin_name: latinName, url: `/plants/${slug}`, count }]
        }
        const url = `/plants?genus=${genusSlug(genus.latinName)}`
        return [{ kind, name: genus.name, latin_name: genus.latinName, url, count }]
      }
      // The best match always comes first. Among the others, plants with offers come before those without.
      const [nearest, ...further] = counted
      const ranked = [
        ...(nearest ? [nearest] : []),
        ...further.filter(({ count }) => count > 0),
        ...further.filter(({ count }) => count === 0),
      ]
      const few = ranked.slice(0, suggestionsCount - others.length).flatMap(present)
      // «хвой» begins the name of a category; plants that merely sound like it come after.
      const isNamed = few.some(({ name, latin_name }) => fits(fold(name)) || fits(fold(latin_name)))
      return isNamed ? [...few, ...others] : [...others, ...few]
    },
  }
}
