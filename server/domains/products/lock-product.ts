import { lockCompany } from '#server/domains/companies/companies.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockPerson } from './product-writes.queries.ts'

/**
 * Holds what every change of a listing needs, in the order in which all of them take it; the reference data, where the
 * change needs it, comes before (reference-lock.queries.ts).
 */
export async function holdListing(tx: Tx, companyId: number, authorId: string | null): Promise<void> {
  await lockCompany(tx, companyId)
  if (authorId !== null) await lockPerson(tx, authorId)
}
