import type { Actor } from '#server/platform/http/session.ts'

/** Moderators can block anybody except themselves and other moderators. */
export function canBlockPerson(actor: Actor, person: { id: string; isModerator: boolean }): boolean {
  return actor.isStaff && person.id !== actor.id && !person.isModerator
}
