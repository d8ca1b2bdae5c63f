// Queries of this domain's tables for other domains.
export {
  findLookup,
  insertLookup,
  type LookupRow,
  listEveryLookup,
  mergeLookupRow,
  updateLookup,
} from './lookup-writes.queries.ts'
export { selectLookups } from './lookups.queries.ts'
export type { LookupKind } from './lookups.tables.ts'
export { findPlace, listPlaces, type PlaceRow } from './places/places.queries.ts'
export { changeReference, lockReference, sharedReferenceLock, shareReference } from './reference-lock.queries.ts'
