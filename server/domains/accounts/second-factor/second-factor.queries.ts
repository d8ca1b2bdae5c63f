import { and, count, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { refreshTokens } from '../accounts.tables.ts'
import { recoveryCodes, secondFactors } from './second-factor.tables.ts'

/** Hours within which setting up must be finished. */
const setUpHours = 1

/** The person's active second factor; `undefined` if there is none. */
export async function findSecondFactor(db: Db | Tx, userId: string) {
  const [row] = await db
    .select({
      secret: secondFactors.secret,
      turnedOnAt: secondFactors.turnedOnAt,
      /** Codes up to this time step are used up. */
      lastStep: secondFactors.lastStep,
    })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.turnedOnAt)))
  return row
}

/** Stores the secret of a factor being set up, replacing an earlier attempt; `false` if one is already active. */
export async function keepNewSecret(tx: Tx, userId: string, secret: string): Promise<boolean> {
  const rows = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.turnedOnAt),
    })
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** The secret of a factor being set up; `undefined` if there is none or it has expired. */
export async function findNewSecret(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNull(secondFactors.turnedOnAt),
        sql`${secondFactors.createdAt} > now() - ${`${setUpHours} hours`}::interval`,
      ),
    )
  return row?.secret
}

/** `step`: the time step of the confirming code, which is then used up. */
export async function turnOn(tx: Tx, userId: string, step: number): Promise<void> {
  await tx
    .update(secondFactors)
    // The clock's time, because it is compared with that of an e-mail change.
    .set({ turnedOnAt: sql`clock_timestamp()`, lastStep: step })
    .where(eq(secondFactors.userId, userId))
}

/** Invalidates all codes up to this time step; `false` if this or a later one was used before. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

export async function hasRecoveryCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: recoveryCodes.userId })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
  return rows.length > 0
}

/** Uses up a recovery code; `false` if it does not exist. */
export async function spendRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId })
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}

/** Replaces the person's recovery codes with these. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, codeHash })))
}

/** Removes the person's second factor with its recovery codes; their sessions count as signed in without it. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.update(refreshTokens).set({ hasSecondFactor: false }).where(eq(refreshTokens.userId, userId))
}

/** Removes the second factor if it is at least as recent as this time. */
export async function deleteSecondFactorSince(tx: Tx, userId: string, time: Date): Promise<void> {
  const [row] = await tx
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(
      and(eq(secondFactors.userId, userId), or(isNull(secondFactors.turnedOnAt), gte(secondFactors.turnedOnAt, time))),
    )
  if (row) await deleteSecondFactor(tx, userId)
}

/** Marks the session as signed in with the second factor. */
export async function markSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.update(refreshTokens).set({ hasSecondFactor: true }).where(eq(refreshTokens.id, sessionId))
}
