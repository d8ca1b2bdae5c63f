import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { lockCompany } from '#server/domains/companies/companies.service.ts'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Holds what every change of a product needs, in the order in which all of them take it; the reference data, where the
 * change needs it, comes before (reference-lock.queries.ts).
 */
export async function lockProduct(tx: Tx, companyId: number, authorId: string | null): Promise<void> {
  await lockCompany(tx, companyId)
  if (authorId !== null) await lockPeople(tx, [authorId])
}
