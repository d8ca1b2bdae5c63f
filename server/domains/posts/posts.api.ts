// Queries of this domain's tables for other domains.
export {
  deleteMutedHashtag,
  deleteMutedHashtagsOf,
  insertHiddenPost,
  insertMutedHashtag,
  listMutedHashtags,
} from './feed/silences.queries.ts'
export { findPostOf, listEarlierTexts } from './posts.queries.ts'
export { findReadComment } from './feed/readable-posts.ts'
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
