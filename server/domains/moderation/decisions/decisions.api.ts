// Queries of this domain's tables for other domains.
export { listOwnDecisions } from './decisions.queries.ts'
export { listOwnReports } from './reports.queries.ts'
