// Joins accounts (users).
import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { isActive } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { companyMembers } from '../companies.tables.ts'
import { apiKeys } from './api-keys.tables.ts'

/** Newest first. */
export async function listKeys(db: Db | Tx, companyId: number) {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      createdBy: { id: users.id, name: users.name },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdById))
    .where(eq(apiKeys.companyId, companyId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}

/** Those that a person has created, without their secrets. */
export async function listOwnKeys(db: Db, userId: string) {
  return db
    .select({ name: apiKeys.name, createdAt: apiKeys.createdAt, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(eq(apiKeys.createdById, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}

export async function countKeys(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.companyId, companyId))
  return row?.keys ?? 0
}

export async function insertKey(tx: Tx, row: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(row)
}

/** Whether the company had such a key. */
export async function deleteKey(db: Db, companyId: number, id: string): Promise<boolean> {
  const rows = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.companyId, companyId)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

/** All that this person has created. */
export async function deleteKeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.createdById, userId))
}

const touchedBefore = sql`now() - interval '5 minutes'`
const isTouchDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, touchedBefore))

/** A key by its hash, of somebody who still works in its company and may sign in. */
export async function findKey(db: Db, keyHash: string) {
  const [row] = await db
    .select({
      id: apiKeys.id,
      userId: apiKeys.createdById,
      companyId: apiKeys.companyId,
      isTouchDue: sql<boolean>`${isTouchDue}`,
    })
    .from(apiKeys)
    .innerJoin(
      companyMembers,
      and(eq(companyMembers.userId, apiKeys.createdById), eq(companyMembers.companyId, apiKeys.companyId)),
    )
    .innerJoin(users, eq(users.id, apiKeys.createdById))
    .where(and(eq(apiKeys.keyHash, keyHash), isActive))
  return row
}

/** Notes the use of a key; of concurrent requests one does. */
export async function touchKey(db: Db, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), isTouchDue))
}
