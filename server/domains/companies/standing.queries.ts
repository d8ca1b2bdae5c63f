import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { notVerified } from './companies.queries.ts'
import { companies } from './companies.tables.ts'

/** False if the company is already blocked. */
export async function setBlocked(tx: Tx, id: number, reason: string): Promise<boolean> {
  const changed = await tx
    .update(companies)
    .set({ blockedAt: sql`now()`, blockReason: reason })
    .where(and(eq(companies.id, id), isNull(companies.blockedAt)))
    .returning({ id: companies.id })
  return changed.length > 0
}

/** False if the company is not blocked. */
export async function setUnblocked(tx: Tx, id: number): Promise<boolean> {
  const changed = await tx
    .update(companies)
    .set({ blockedAt: null, blockReason: '' })
    .where(and(eq(companies.id, id), isNotNull(companies.blockedAt)))
    .returning({ id: companies.id })
  return changed.length > 0
}

/** Throws a unique violation if a verified company has the same INN. False if this one is already verified. */
export async function setVerified(tx: Tx, id: number, note: string): Promise<boolean> {
  const changed = await tx
    .update(companies)
    .set({ verifiedAt: sql`now()`, verificationNote: note })
    .where(and(eq(companies.id, id), isNull(companies.verifiedAt)))
    .returning({ id: companies.id })
  return changed.length > 0
}

/** False if it is not verified. */
export async function setUnverified(tx: Tx, id: number): Promise<boolean> {
  const changed = await tx
    .update(companies)
    .set(notVerified)
    .where(and(eq(companies.id, id), isNotNull(companies.verifiedAt)))
    .returning({ id: companies.id })
  return changed.length > 0
}
