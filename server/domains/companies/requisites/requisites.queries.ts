import { eq, inArray, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type RequisitesRow, requisites } from './requisites.tables.ts'

/** A company, or a person as a buyer. */
export type Owner = { companyId: number } | { personId: string }

const ofOwner = (owner: Owner) =>
  'companyId' in owner ? eq(requisites.companyId, owner.companyId) : eq(requisites.personId, owner.personId)

export async function findRequisites(db: Db | Tx, owner: Owner): Promise<RequisitesRow | undefined> {
  const [row] = await db.select().from(requisites).where(ofOwner(owner))
  return row
}

/** Of these companies and people. */
export async function listRequisites(db: Db | Tx, companyIds: number[], personIds: string[]): Promise<RequisitesRow[]> {
  if (companyIds.length + personIds.length === 0) return []
  return db
    .select()
    .from(requisites)
    .where(or(inArray(requisites.companyId, companyIds), inArray(requisites.personId, personIds)))
}

export async function saveRequisites(
  tx: Tx,
  owner: Owner,
  values: Omit<RequisitesRow, 'companyId' | 'personId' | 'changedAt'>,
): Promise<void> {
  const row = { ...values, changedAt: new Date() }
  await tx
    .insert(requisites)
    .values({ ...owner, ...row })
    .onConflictDoUpdate({
      target: 'companyId' in owner ? requisites.companyId : requisites.personId,
      set: row,
    })
}

export async function deleteRequisitesOf(tx: Tx, personId: string): Promise<void> {
  await tx.delete(requisites).where(eq(requisites.personId, personId))
}
