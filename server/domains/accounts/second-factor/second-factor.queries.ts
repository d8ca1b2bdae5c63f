import { and, count, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { refreshTokens } from '../accounts.tables.ts'
import { recoveryCodes, secondFactors } from './second-factor.tables.ts'

/** Hours in which setting up has to end. */
const setUpHours = 1

/** The person's second factor that is turned on; `undefined` without one. */
export async function findSecondFactor(db: Db | Tx, userId: string) {
  const [row] = await db
    .select({ secret: secondFactors.secret, turnedOnAt: secondFactors.turnedOnAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.turnedOnAt)))
  return row
}

/** Keeps the secret of one that is being set up, instead of an earlier try; `false` when one is turned on. */
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

/** The secret that is being set up; `undefined` when there is none or it has expired. */
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

/** `step`: of the code by which it is turned on, which is then used up. */
export async function turnOn(tx: Tx, userId: string, step: number): Promise<void> {
  await tx
    .update(secondFactors)
    // The clock's time, because it is compared with that of a change of the e-mail.
    .set({ turnedOnAt: sql`clock_timestamp()`, lastStep: step })
    .where(eq(secondFactors.userId, userId))
}

/** Spends all codes up to this step of time; `false` when one as late has been spent before. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** Spends a recovery code; `false` when there is none. */
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

/** Gives the person these codes and no others. */
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

/** The same with one that is not older than that. */
export async function deleteSecondFactorSince(tx: Tx, userId: string, time: Date): Promise<void> {
  const [row] = await tx
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(
      and(eq(secondFactors.userId, userId), or(isNull(secondFactors.turnedOnAt), gte(secondFactors.turnedOnAt, time))),
    )
  if (row) await deleteSecondFactor(tx, userId)
}

/** The session counts as signed in with the second factor from now on. */
export async function markSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.update(refreshTokens).set({ hasSecondFactor: true }).where(eq(refreshTokens.id, sessionId))
}
