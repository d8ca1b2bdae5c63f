import type { Actor } from '#server/platform/session.ts'

interface Company {
  id: number
  creatorId: string
}

/** Everybody; a blocked one exists only for its people and for moderators. */
export function canReadCompany(actor: Actor | null, company: { id: number; blockedAt: Date | null }): boolean {
  return company.blockedAt === null || actor?.isStaff === true || actor?.companyId === company.id
}

/** Its creator alone changes a company and its members. */
export function canManageCompany(actor: Actor, company: Company): boolean {
  return company.creatorId === actor.id
}

/** Its employees may go; the creator would leave it without anybody. */
export function canLeaveCompany(actor: Actor, company: Company): boolean {
  return actor.companyId === company.id && !canManageCompany(actor, company)
}
