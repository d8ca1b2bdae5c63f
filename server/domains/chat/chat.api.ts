// What other domains may ask of this one's tables.
export { listOwnMessages } from './own-data.queries.ts'
