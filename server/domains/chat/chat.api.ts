// Queries of this domain's tables for other domains.
export { findPlaceOf, findReadMessage, listUnreadChats } from './chat.queries.ts'
export { listOwnFiles, listOwnMessages } from './own-data.queries.ts'
