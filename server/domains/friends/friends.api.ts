// What other domains may ask of this one's tables.
export { listOwnFriends, listOwnRequests } from './own-data.queries.ts'
