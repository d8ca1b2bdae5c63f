import type { Actor } from '#server/platform/http/session.ts'

/** What a moderator did to what, without its name or the reason: those are in the journal. */
export interface LoggedAction {
  action: string
  subject: string
  subjectId: string
}

/** By the actor object, which is created for every request. */
const actions = new WeakMap<Actor, LoggedAction[]>()

/** Records what to log once the request has been answered, and so committed. */
export function noteAction(actor: Actor, action: LoggedAction): void {
  const noted = actions.get(actor)
  if (noted) noted.push(action)
  else actions.set(actor, [action])
}

/** What was recorded during the request of this actor. */
export const actionsOf = (actor: Actor): readonly LoggedAction[] => actions.get(actor) ?? []
