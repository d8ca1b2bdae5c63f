// Queries of this domain's tables for other domains.
export { listOwnPlants, listOwnSearches } from './saved-searches.queries.ts'
