import type { Actor } from '#server/platform/session.ts'

interface Listing {
  companyId: number
  isActive: boolean
}

/** An unpublished listing exists only for its company and for moderators. */
export function canReadProduct(actor: Actor | null, listing: Listing): boolean {
  return listing.isActive || actor?.isStaff === true || isColleague(actor, listing.companyId)
}

/** Works at this company, as its creator or as an employee. */
export function isColleague(actor: Actor | null, companyId: number): boolean {
  return actor?.companyId === companyId
}
