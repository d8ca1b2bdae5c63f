// What other domains may ask of this one's tables.
export { matchesText } from './offers.queries.ts'
