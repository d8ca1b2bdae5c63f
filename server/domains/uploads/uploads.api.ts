// What other domains may ask of this one's tables.
export { listOwnUploads } from './uploads.queries.ts'
