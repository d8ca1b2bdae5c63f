import { companiesScope, companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import {
  companySizesScope,
  offersScope,
  plantSizesScope,
  productScope,
  sizesScope,
} from '#server/domains/products/products.scopes.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import { clockScope, type Scope } from '#server/platform/http/cache/content-changes.ts'
import type { OfferQuery } from './offer-search.queries.ts'

/** A response that depends on more plants or companies than this depends on all offers instead. */
const mostNamed = 50

/** The scopes of everything that is offered. */
export const allOffers: Scope[] = [offersScope(null), sizesScope]

/** The scopes of the offers of these plants. */
export const scopesOfPlants = (ids: number[]): Scope[] =>
  ids.length > mostNamed ? allOffers : ids.map(id => plantSizesScope(id))

/** The scopes of the offers that a search can find: those of certain plants, of certain companies, or of all. */
function found({ filters, searched }: OfferQuery, plantIds: number[]): Scope[] {
  if (plantIds.length > 0) return scopesOfPlants(plantIds)
  if (searched?.words === '' && searched.plantIds.length > 0) return scopesOfPlants(searched.plantIds)
  if (filters.company.length > 0 && filters.company.length <= mostNamed) return filters.company.map(companySizesScope)
  return allOffers
}

/**
 * The scopes on which a page of offers depends. `plantIds`: the plants that the filter `plant` names. A slug that names
 * no plant yet may name one later; `plantsScope` covers that. `isWorded`: the query has search words, which may name a
 * company.
 */
export function scopesOfSearch(
  query: OfferQuery,
  plantIds: number[],
  results: { product: { id: number }; company: { id: number } }[],
  { isWorded }: { isWorded: boolean },
): Scope[] {
  // Such a query reads the names, verification and places of companies that the page does not show.
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
