import type { Offer } from '#contract/offer-search.ts'
import { companiesScope, companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import {
  companySizesScope,
  offersScope,
  offerValuesScope,
  plantSizesScope,
  productScope,
  sizesScope,
} from '#server/domains/products/products.scopes.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import { clockScope, type Scope } from '#server/platform/http/cache/content-changes.ts'
import type { OfferQuery } from './offer-search.queries.ts'

/** Beyond so many plants or companies a response names all offers instead. */
const mostNamed = 50

/** Anything that is offered anywhere. */
export const allOffers: Scope[] = [offersScope(null), offerValuesScope(null), sizesScope]

/** What an answer shows of these plants' offers. */
export const scopesOfPlants = (ids: number[]): Scope[] =>
  ids.length > mostNamed ? allOffers : ids.map(id => plantSizesScope(id))

/** Which offers a search can find at all: those of certain plants, of certain companies, or any. */
function found({ filters, searched }: OfferQuery, plantIds: number[]): Scope[] {
  if (plantIds.length > 0) return scopesOfPlants(plantIds)
  if (searched && searched.words === '' && searched.plantIds.length > 0) return scopesOfPlants(searched.plantIds)
  if (filters.company.length > 0 && filters.company.length <= mostNamed) return filters.company.map(companySizesScope)
  return allOffers
}

/**
 * What a page of offers is made of. `plantIds`: the plants that the filter `plant` names; a slug that names none may come
 * to name one, which `plantsScope` tells. `isWorded`: it was asked in words, which may name a company.
 */
export function scopesOfSearch(
  query: OfferQuery,
  plantIds: number[],
  results: Offer[],
  { isWorded }: { isWorded: boolean },
): Scope[] {
  // Companies' names, marks and places are looked at beside those that the page shows.
  const asksForCompanies = isWorded || query.filters.verified !== undefined || query.distances !== null
  const shown = results.flatMap(({ product, company }) => [productScope(product.id), companyScope(company.id)])
  return [
    ...new Set([
      ...[clockScope, categoriesScope, lookupsScope, plantsScope, companyRegionsScope],
      ...(asksForCompanies ? [companiesScope] : []),
      ...found(query, plantIds),
      ...shown,
    ]),
  ]
}
