import { isImpossibleInn } from '#contract/inn.ts'
import type { Actor } from '#server/platform/http/session.ts'

interface Company {
  id: number
  creatorId: string
}

/** Everybody; a blocked one exists only for its people and for moderators. */
export function canReadCompany(actor: Actor | null, company: { id: number; blockedAt: Date | null }): boolean {
  return company.blockedAt === null || actor?.isStaff === true || actor?.companyId === company.id
}

/** Visitors see the e-mail of a member who agrees to it; colleagues and moderators see everybody's. */
export function canSeeMemberEmail(
  actor: Actor | null,
  { companyId, showsEmail }: { companyId: number; showsEmail: boolean | null },
): boolean {
  return showsEmail === true || actor?.isStaff === true || actor?.companyId === companyId
}

/** Its creator alone changes a company and its members. */
export function canManageCompany(actor: Actor, company: Company): boolean {
  return company.creatorId === actor.id
}

/**
 * Whether moderators may mark it verified: a Russian company not with a number that cannot be right; of other countries'
 * numbers they judge themselves. That a verified company has the same number is the database's to refuse.
 */
export function canHaveVerifiedMark({ inn, country }: { inn: string; country: string }): boolean {
  return !isImpossibleInn(inn, country)
}

/** Its employees may go; the creator would leave it without anybody. */
export function canLeaveCompany(actor: Actor, company: Company): boolean {
  return actor.companyId === company.id && !canManageCompany(actor, company)
}
