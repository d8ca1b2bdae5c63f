// What other domains may ask of this one's tables.
export { listOwnComments, listOwnLikes, listOwnPosts } from './own-data.queries.ts'
export {
  countHidden,
  countReported,
  findSubject,
  listHidden,
  listReported,
  listReporters,
  resolveReports,
  setHidden,
  setRestored,
} from './reports.queries.ts'
