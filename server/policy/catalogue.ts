import type { Actor } from '#server/platform/http/session.ts'

interface Product {
  companyId: number
  isActive: boolean
}

interface OwnedProduct {
  companyId: number
  /** Who created the company. */
  creatorId: string
  assignedToId: string | null
}

/** An unpublished product exists only for its company and for moderators. */
export function canReadProduct(actor: Actor | null, product: Product): boolean {
  return product.isActive || actor?.isStaff === true || isColleague(actor, product.companyId)
}

/** A member of this company: its creator or an employee. */
export function isColleague(actor: Actor | null, companyId: number): boolean {
  return actor?.companyId === companyId
}

/** Changing and deleting: the company's creator and the employee responsible for the product. */
export function canEditProduct(actor: Actor | null, product: OwnedProduct): boolean {
  return (
    canAssignProduct(actor, product) || (isColleague(actor, product.companyId) && actor?.id === product.assignedToId)
  )
}

/** Naming the responsible employee: the company's creator. */
export function canAssignProduct(actor: Actor | null, product: Omit<OwnedProduct, 'assignedToId'>): boolean {
  return isColleague(actor, product.companyId) && actor?.id === product.creatorId
}
