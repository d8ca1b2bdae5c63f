import type { Actor } from '#server/platform/http/session.ts'

interface Relation {
  id: string
  isDeleted: boolean
  isFriend: boolean
  /** One of the two has sent a request that is not answered yet. */
  isPending: boolean
}

/** Requesting a friendship: anybody who is not deleted, not a friend yet and has no pending request with the actor. */
export function canRequestFriendship(actor: Actor, other: Relation): boolean {
  return other.id !== actor.id && !other.isDeleted && !other.isFriend && !other.isPending
}

/** Only the recipients see who has requested their friendship. */
export function canSeeRequests(actor: Actor, personId: string): boolean {
  return actor.id === personId
}
