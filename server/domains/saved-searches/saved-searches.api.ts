// Queries of this domain's tables for other domains.
export { listOwnSaved } from './saved-searches.queries.ts'
