// Queries of this domain's tables for other domains.
export { listOwnMessages } from './own-data.queries.ts'
