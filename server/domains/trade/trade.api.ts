// Queries of this domain's tables for other domains.
export { listOwnDocuments } from './deals/documents/deal-documents.queries.ts'
export { listOwnAsked, listOwnBought, listOwnQuoted } from './own-data.queries.ts'
export {
  countHiddenReviews,
  countReportedReviews,
  findJudgedReview,
  listHiddenReviews,
  listReportedReviews,
  listReviewReporters,
  resolveReviewReports,
  setReviewHidden,
  setReviewRestored,
} from './reviews/judged-reviews.queries.ts'
export { listOwnPapers } from './papers/papers.queries.ts'
export { readRecord } from './deliveries/record.service.ts'
export { listColleagues } from './telling/telling.queries.ts'
export { countTradeByWeek } from './weekly-counts.queries.ts'
