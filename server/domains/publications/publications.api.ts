// What other domains may ask of this one's tables.
export { countDrafts } from './draft-counts.queries.ts'
