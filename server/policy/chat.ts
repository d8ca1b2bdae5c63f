import type { Actor } from '#server/platform/http/session.ts'

/** A conversation exists for its two sides alone, not for moderators either. */
export function isInConversation(actor: Actor, conversation: { openedById: string; otherId: string }): boolean {
  return actor.id === conversation.openedById || actor.id === conversation.otherId
}
