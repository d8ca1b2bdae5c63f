import type { Actor } from '#server/platform/http/session.ts'

interface Relation {
  id: string
  isDeleted: boolean
  isFriend: boolean
  /** One of the two has asked and waits for an answer. */
  isPending: boolean
}

/** Asking for a friendship: anybody who is there, is no friend yet and waits for no answer. */
export function canRequestFriendship(actor: Actor, other: Relation): boolean {
  return other.id !== actor.id && !other.isDeleted && !other.isFriend && !other.isPending
}

/** Only the recipient sees who has requested their friendship. */
export function canSeeRequests(actor: Actor, personId: string): boolean {
  return actor.id === personId
}
