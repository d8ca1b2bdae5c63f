import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { hasEmail } from '../accounts.queries.ts'
import { knownDevices, users } from '../accounts.tables.ts'

/** Maximum of known devices per person; above it the one with the oldest sign-in is deleted. */
const devicesOfPerson = 50
const yearAgo = sql`now() - interval '1 year'`

/**
 * Whether the person with this e-mail has signed in on this device before. Runs the same query if the person does not
 * exist.
 */
export async function isKnownDevice(db: Db, email: string, keyHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(hasEmail(email), eq(knownDevices.keyHash, keyHash), gt(knownDevices.lastUsedAt, yearAgo)))
  return rows.length > 0
}

/** Records a sign-in of the person on this device. */
export async function keepDevice(tx: Tx, userId: string, keyHash: string): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, keyHash })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.keyHash], set: { lastUsedAt: sql`now()` } })
  const excess = tx
    .select({ keyHash: knownDevices.keyHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.keyHash))
    .offset(devicesOfPerson)
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), sql`${knownDevices.keyHash} = any(array(${excess}))`))
}

export async function listDevices(db: Db, userId: string) {
  return db.select().from(knownDevices).where(eq(knownDevices.userId, userId)).orderBy(desc(knownDevices.lastUsedAt))
}

export async function deleteDevices(tx: Tx, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/** Deletes devices without a sign-in for a year. */
export async function deleteStaleDevices(db: Db): Promise<void> {
  await db.delete(knownDevices).where(lte(knownDevices.lastUsedAt, yearAgo))
}
