// Queries of this domain's tables for other domains.
export { listOwnUploads, selectUploads, type WaitingUpload } from './uploads.queries.ts'
