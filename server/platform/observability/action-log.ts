import type { Actor } from '#server/platform/http/session.ts'

/** What a moderator did to what, without a word of what it is called or why: those stand in the journal. */
export interface LoggedAction {
  action: string
  subject: string
  subjectId: string
}

/** By the actor, who is made anew for every request. */
const actions = new WeakMap<Actor, LoggedAction[]>()

/** Notes what is to be logged when the request has been answered, and with it committed. */
export function noteAction(actor: Actor, action: LoggedAction): void {
  const noted = actions.get(actor)
  if (noted) noted.push(action)
  else actions.set(actor, [action])
}

/** What was noted during the request of this actor. */
export const actionsOf = (actor: Actor): readonly LoggedAction[] => actions.get(actor) ?? []
