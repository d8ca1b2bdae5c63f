// Queries of this domain's tables for other domains.
export { matchesText } from './offers.queries.ts'
export type { CatalogueRow } from './plants/plant-catalogue.queries.ts'
export { findSubstitutes } from './plants/substitutes/substitutes.service.ts'
export { type OfferQuery, type OfferRow, prepareListOffers } from './search/offer-search.queries.ts'
export { findWorded, listPlantFacts } from './index/offer-index.queries.ts'
