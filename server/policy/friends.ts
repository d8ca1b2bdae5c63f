import type { Actor } from '#server/platform/http/session.ts'
import { canApproach } from './people.ts'

interface Relation {
  id: string
  isDeleted: boolean
  isFriend: boolean
  /** One of the two has sent a request that is not answered yet. */
  isPending: boolean
  /** One of the two has blocked the other. */
  isApart: boolean
}

/**
 * Requesting a friendship: anybody who is not deleted, not a friend yet, has no pending request with the actor and no block between them.
 */
export function canRequestFriendship(actor: Actor, other: Relation): boolean {
  return other.id !== actor.id && !other.isDeleted && !other.isFriend && !other.isPending && canApproach(other)
}

/** Only the recipients see who has requested their friendship. */
export function canSeeRequests(actor: Actor, personId: string): boolean {
  return actor.id === personId
}
