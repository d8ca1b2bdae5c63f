import type { Actor } from '#server/platform/http/session.ts'

/** A conversation exists only for its two participants, not even for moderators. */
export function isInConversation(actor: Actor, conversation: { openedById: string; otherId: string }): boolean {
  return actor.id === conversation.openedById || actor.id === conversation.otherId
}
