import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database.ts'
import { confirmations, passwordResets, refreshTokens, users } from './accounts.tables.ts'

/** Days for which a link, or a browser that stays away, is good (API.md section 4). */
const confirmationDays = 3
const resetHours = 1
const sessionDays = 30
/** Days after which rows that lead nowhere go. */
const keptDays = 30

const since = (column: PgColumn, period: string): SQL => sql`${column} > now() - ${period}::interval`

export type Confirmation = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>

export async function insertConfirmation(tx: Tx, row: typeof confirmations.$inferInsert): Promise<void> {
  await tx.insert(confirmations).values(row)
}

export async function findConfirmation(db: Db | Tx, tokenHash: string) {
  const [row] = await db
    .select({
      id: confirmations.id,
      userId: confirmations.userId,
      email: confirmations.email,
      name: confirmations.name,
      passwordHash: confirmations.passwordHash,
      usedAt: confirmations.usedAt,
      isFresh: sql<boolean>`${since(confirmations.createdAt, `${confirmationDays} days`)}`,
    })
    .from(confirmations)
    .where(eq(confirmations.tokenHash, tokenHash))
  return row
}

export async function markConfirmationUsed(tx: Tx, id: string): Promise<void> {
  await tx.update(confirmations).set({ usedAt: sql`now()` }).where(eq(confirmations.id, id))
}

export async function insertReset(tx: Tx, row: typeof passwordResets.$inferInsert): Promise<void> {
  await tx.insert(passwordResets).values(row)
}

/** A link for a new password that still works, or `undefined`. */
export async function findReset(db: Db | Tx, tokenHash: string) {
  const [row] = await db
    .select({ id: passwordResets.id, userId: passwordResets.userId, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, tokenHash),
        isNull(passwordResets.usedAt),
        since(passwordResets.createdAt, `${resetHours} hours`),
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
  return row
}

/** Every link for a new password that the person has been sent leads nowhere from now on. */
export async function spendResets(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}

export async function insertSession(tx: Tx, row: typeof refreshTokens.$inferInsert): Promise<void> {
  await tx.insert(refreshTokens).values(row)
}

/** Prolongs a session of somebody who may sign in; `undefined` when there is none. */
export async function touchSession(db: Db, tokenHash: string) {
  const [row] = await db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now()` })
    .from(users)
    .where(
      and(
        eq(refreshTokens.tokenHash, tokenHash),
        since(refreshTokens.lastUsedAt, `${sessionDays} days`),
        eq(users.id, refreshTokens.userId),
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
    .returning({ id: refreshTokens.id, userId: refreshTokens.userId })
  return row
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash))
}

/** Signs the person out everywhere, but for the session with the id `except`. */
export async function deleteSessions(tx: Tx, userId: string, except?: string): Promise<void> {
  const isOther = except === undefined ? undefined : ne(refreshTokens.id, except)
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.userId, userId), isOther))
}

/** Whatever lets somebody in or confirms their address. */
export async function deleteKeys(tx: Tx, userId: string): Promise<void> {
  await deleteSessions(tx, userId)
  await tx.delete(confirmations).where(eq(confirmations.userId, userId))
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
}

/** Sessions that have run out and links that nobody will open any more. */
export async function deleteStaleKeys(db: Db): Promise<void> {
  const before = sql`now() - ${`${keptDays} days`}::interval`
  await db.delete(refreshTokens).where(lt(refreshTokens.lastUsedAt, before))
  await db.delete(confirmations).where(lt(confirmations.createdAt, before))
  await db.delete(passwordResets).where(lt(passwordResets.createdAt, before))
}
