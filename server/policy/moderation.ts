import type { Actor } from '#server/platform/http/session.ts'

type Moderator = Pick<Actor, 'id' | 'companyId'>

/** Whose something is. */
interface Owned {
  personId: string | null
  companyId: number | null
}

interface Appeal extends Owned {
  /** Who decided. */
  staffId: string
  appealedById: string | null
}

const isOwn = (moderator: Moderator, { personId, companyId }: Owned) =>
  personId === moderator.id || (companyId !== null && companyId === moderator.companyId)

/** Dismissing what is reported: not about oneself, or what is one's own or one's company's. */
export function canDismissReports(moderator: Moderator, thing: Owned): boolean {
  return !isOwn(moderator, thing)
}

/** Whether the decision is about the moderator, or they have appealed against it. */
export function isConcerned(moderator: Moderator, appeal: Appeal): boolean {
  return isOwn(moderator, appeal) || appeal.appealedById === moderator.id
}

/** Nobody whom the decision concerns, and whoever decided only if none of the moderators may otherwise. */
export function canJudgeAppeal(actor: Moderator, appeal: Appeal, moderators: Moderator[]): boolean {
  if (isConcerned(actor, appeal)) return false
  const isOther = (one: Moderator) => one.id !== appeal.staffId && !isConcerned(one, appeal)
  return actor.id !== appeal.staffId || !moderators.some(isOther)
}
