import type { Actor } from '#server/platform/http/session.ts'

/** How two people stand to each other: `isApart` if one of them has blocked the other. */
interface Standing {
  isApart: boolean
}

/**
 * Whether another person, and whatever they write, exists for the actor. What a company shows to everybody, and what
 * was agreed with it, is not its people's own.
 */
export function canSeePerson(actor: Pick<Actor, 'isStaff'>, { isApart }: Standing): boolean {
  return !isApart || actor.isStaff
}

/** Writing to a person, asking for their friendship or adding them to a company; moderators too are refused. */
export function canApproach({ isApart }: Standing): boolean {
  return !isApart
}

/** Blocking or muting a person: anybody but oneself, who has not deleted their account. */
export function canSilence(actor: Pick<Actor, 'id'>, person: { id: string; isDeleted: boolean }): boolean {
  return person.id !== actor.id && !person.isDeleted
}
