import { and, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { refreshTokens, users } from '../accounts.tables.ts'

/** Days for which an unused session is valid, and the maximum age of a session (API.md section 4). */
const unusedDays = 30
const daysInAll = 180
/** Minutes between updates of the last use. */
const touchedEvery = 5
/** Maximum of sessions per person; above it the least recently used one ends. */
const sessionsOfPerson = 100

const ago = (days: number): SQL => sql`now() - ${`${days} days`}::interval`

/** Whether the session has not expired. */
export const isGood = and(gt(refreshTokens.lastUsedAt, ago(unusedDays)), gt(refreshTokens.createdAt, ago(daysInAll)))

/** Whether the session's last use is due for an update. */
export const isTouchDue = sql<boolean>`${refreshTokens.lastUsedAt} < now() - ${`${touchedEvery} minutes`}::interval`

/** Whether the person may be signed in. */
export const isActive = and(isNull(users.blockedAt), isNull(users.deletedAt))

export async function insertSession(tx: Tx, row: typeof refreshTokens.$inferInsert): Promise<void> {
  await tx.insert(refreshTokens).values(row)
}

/** Extends a session of a person who may be signed in; `undefined` if there is none. */
export async function prolongSession(db: Db, tokenHash: string, address: string) {
  const [row] = await db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now()`, address })
    .from(users)
    .where(and(eq(refreshTokens.tokenHash, tokenHash), isGood, eq(users.id, refreshTokens.userId), isActive))
    .returning({ id: refreshTokens.id, userId: refreshTokens.userId })
  return row
}

/** Updates the last use of a session; only one of concurrent requests does it. */
export async function touchSession(db: Db, id: string, address: string): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now()`, address })
    .where(and(eq(refreshTokens.id, id), isTouchDue))
}

/** Whether the session exists and its person may be signed in. */
export async function isOpenSession(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(and(eq(refreshTokens.id, id), isGood, isActive))
  return rows.length > 0
}

/** The person's sessions, the most recently used first. */
export async function listSessions(db: Db, userId: string) {
  return db
    .select({
      id: refreshTokens.id,
      device: refreshTokens.device,
      address: refreshTokens.address,
      createdAt: refreshTokens.createdAt,
      lastUsedAt: refreshTokens.lastUsedAt,
    })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.userId, userId), isGood))
    .orderBy(desc(refreshTokens.lastUsedAt), desc(refreshTokens.id))
}

/** Deletes matching sessions and returns their ids. */
async function deleteWhere(tx: Tx, condition: SQL | undefined): Promise<string[]> {
  const rows = await tx.delete(refreshTokens).where(condition).returning({ id: refreshTokens.id })
  return rows.map(({ id }) => id)
}

export async function deleteSessionOfToken(tx: Tx, tokenHash: string): Promise<string[]> {
  return deleteWhere(tx, eq(refreshTokens.tokenHash, tokenHash))
}

/** Deletes a session of this person; returns no id if it is not theirs. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<string[]> {
  return deleteWhere(tx, and(eq(refreshTokens.id, id), eq(refreshTokens.userId, userId)))
}

/** Deletes all sessions of the person except the one with the id `except`. */
export async function deleteSessions(tx: Tx, userId: string, except?: string): Promise<string[]> {
  const isOther = except === undefined ? undefined : ne(refreshTokens.id, except)
  return deleteWhere(tx, and(eq(refreshTokens.userId, userId), isOther))
}

/** The person's sessions above the maximum. */
export async function deleteExcessSessions(tx: Tx, userId: string): Promise<string[]> {
  const excess = tx
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(eq(refreshTokens.userId, userId))
    .orderBy(desc(refreshTokens.lastUsedAt), desc(refreshTokens.id))
    .offset(sessionsOfPerson)
  return deleteWhere(tx, sql`${refreshTokens.id} = any(array(${excess}))`)
}

/** Deletes expired sessions. */
export async function deleteStaleSessions(db: Db): Promise<void> {
  await db
    .delete(refreshTokens)
    .where(or(lte(refreshTokens.lastUsedAt, ago(unusedDays)), lte(refreshTokens.createdAt, ago(daysInAll))))
}
