// Queries of this domain's tables for other domains.
export { listOwnTrade } from './own-data.queries.ts'
export { countTradeByWeek } from './weekly-counts.queries.ts'
