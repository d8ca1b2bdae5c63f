// What other domains may ask of this one's tables.
export { listOwnComments, listOwnLikes, listOwnPosts } from './own-data.queries.ts'
export { isHidden, postFor, selectIds, type Viewer } from './post-rows.queries.ts'
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
