import { isImpossibleInn } from '#contract/inn.ts'
import type { Actor } from '#server/platform/http/session.ts'

interface Company {
  id: number
  creatorId: string
}

/** Everybody; a blocked company exists only for its members and for moderators. */
export function canReadCompany(actor: Actor | null, company: { id: number; blockedAt: Date | null }): boolean {
  return company.blockedAt === null || actor?.isStaff === true || actor?.companyId === company.id
}

/** Visitors see the e-mail of members who agree to it; colleagues and moderators see all. */
export function canSeeMemberEmail(
  actor: Actor | null,
  { companyId, showsEmail }: { companyId: number; showsEmail: boolean | null },
): boolean {
  return showsEmail === true || actor?.isStaff === true || actor?.companyId === companyId
}

/** Its people; buyers see its requisites in their deals. */
export function canReadRequisites(actor: Actor, company: { id: number }): boolean {
  return actor.companyId === company.id
}

/** Only its creator changes a company and its members. */
export function canManageCompany(actor: Actor, company: Company): boolean {
  return company.creatorId === actor.id
}

/**
 * Whether moderators may mark it verified: not a Russian company with an impossible number; the numbers of other
 * countries are theirs to judge. The database refuses a number that another verified company has.
 */
export function canHaveVerifiedMark({ inn, country }: { inn: string; country: string }): boolean {
  return !isImpossibleInn(inn, country)
}

/** Employees may leave; a company cannot be without its creator. */
export function canLeaveCompany(actor: Actor, company: Company): boolean {
  return actor.companyId === company.id && !canManageCompany(actor, company)
}
