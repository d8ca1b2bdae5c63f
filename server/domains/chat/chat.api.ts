// Queries of this domain's tables for other domains.
export { listOwnFiles, listOwnMessages } from './own-data.queries.ts'
