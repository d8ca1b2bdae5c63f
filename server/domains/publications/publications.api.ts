// Queries of this domain's tables for other domains.
export { countDrafts } from './publications.queries.ts'
