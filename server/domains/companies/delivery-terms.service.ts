import { type DeliveryTerms, type DeliveryTermsForm, noDeliveryTerms } from '#contract/transport.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canManageCompany, canReadCompany } from '#server/policy/companies.ts'
import { findCompany, lockCompany, updateCompany } from './companies.queries.ts'

const noSuchCompany = () => new AppError('NOT_FOUND', 'Такой компании нет.')

/** Throws NOT_FOUND if the company does not exist or the actor may not see it. */
export async function getDeliveryTerms(db: Db, actor: Actor | null, id: number): Promise<DeliveryTerms> {
  const found = await findCompany(db, id)
  if (!found || !canReadCompany(actor, found.company)) throw noSuchCompany()
  return found.company.deliveryTerms ?? noDeliveryTerms
}

/** Throws NOT_FOUND for an unknown company and FORBIDDEN unless the actor is its creator. */
export async function changeDeliveryTerms(
  db: Db,
  actor: Actor,
  id: number,
  terms: DeliveryTermsForm,
): Promise<DeliveryTerms> {
  return db.transaction(async tx => {
    const company = await lockCompany(tx, id)
    if (!company) throw noSuchCompany()
    if (!canManageCompany(actor, company)) throw new AppError('FORBIDDEN', 'Компанию меняет только её создатель.')
    await updateCompany(tx, id, { deliveryTerms: terms })
    return terms
  })
}
