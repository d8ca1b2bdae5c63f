// What other domains may ask of this one's tables.
export {
  findLookup,
  insertLookup,
  type LookupRow,
  listEveryLookup,
  mergeLookupRow,
  updateLookup,
} from './lookup-writes.queries.ts'
export type { LookupKind } from './lookups.tables.ts'
export { changeReference, lockReference, shareReference } from './reference-lock.queries.ts'
