// Queries of this domain's tables for other domains.
export { listOwnDocuments } from './deals/documents/deal-documents.queries.ts'
export { listOwnTrade } from './own-data.queries.ts'
export { countTradeByWeek } from './weekly-counts.queries.ts'
