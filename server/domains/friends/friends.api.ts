// Queries of this domain's tables for other domains.
export { listOwnFriends, listOwnRequests } from './own-data.queries.ts'
