import type { Actor } from '#server/platform/http/session.ts'

/** Moderators block anybody but themselves and each other. */
export function canBlockPerson(actor: Actor, person: { id: string; isModerator: boolean }): boolean {
  return actor.isStaff && person.id !== actor.id && !person.isModerator
}
