import type { Actor } from '#server/platform/session.ts'

interface Company {
  id: number
  creatorId: string
}

/** Its creator alone changes a company and its members. */
export function canManageCompany(actor: Actor, company: Company): boolean {
  return company.creatorId === actor.id
}

/** Its employees may go; the creator would leave it without anybody. */
export function canLeaveCompany(actor: Actor, company: Company): boolean {
  return actor.companyId === company.id && !canManageCompany(actor, company)
}
