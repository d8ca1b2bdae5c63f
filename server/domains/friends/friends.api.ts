// Queries of this domain's tables for other domains.
export { listPeople } from './friends.queries.ts'
export { listOwnFriends, listOwnRequests } from './own-data.queries.ts'
