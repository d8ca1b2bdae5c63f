import { and, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { undoDays } from '../accounts.emails.ts'
import { emailChanges } from '../accounts.tables.ts'

const isOf = (userId: string, email: string): SQL | undefined =>
  and(eq(emailChanges.userId, userId), sql`lower(${emailChanges.email}) = lower(${email})`)

/** Stores a link; it takes the trusted password of an earlier link to the same address. */
export async function insertEmailChange(tx: Tx, row: typeof emailChanges.$inferInsert): Promise<void> {
  const [earlier] = await tx
    .select({ passwordHash: emailChanges.passwordHash })
    .from(emailChanges)
    .where(and(isOf(row.userId, row.email), isNull(emailChanges.usedAt), isNull(emailChanges.overtakenAt)))
    .orderBy(emailChanges.createdAt)
    .limit(1)
  // The clock's time, not the transaction's: the change that locked the person first must be the earlier one.
  await tx.insert(emailChanges).values({ ...row, ...earlier, createdAt: sql`clock_timestamp()` })
}

export async function findEmailChange(db: Db | Tx, tokenHash: string) {
  const [row] = await db
    .select({
      id: emailChanges.id,
      userId: emailChanges.userId,
      email: emailChanges.email,
      passwordHash: emailChanges.passwordHash,
      usedAt: emailChanges.usedAt,
      overtakenAt: emailChanges.overtakenAt,
      createdAt: emailChanges.createdAt,
      isFresh: sql<boolean>`${emailChanges.createdAt} > now() - ${`${undoDays} days`}::interval`,
    })
    .from(emailChanges)
    .where(eq(emailChanges.tokenHash, tokenHash))
  return row
}

/** Marks the link as used, together with those of the reverted changes and others to the same address. */
export async function spendEmailChange(
  tx: Tx,
  { id, userId, email }: { id: string; userId: string; email: string },
): Promise<void> {
  const since = tx.select({ createdAt: emailChanges.createdAt }).from(emailChanges).where(eq(emailChanges.id, id))
  const isLater = and(eq(emailChanges.userId, userId), gt(emailChanges.createdAt, since))
  await tx
    .update(emailChanges)
    .set({ overtakenAt: sql`now()` })
    .where(and(or(isLater, isOf(userId, email)), isNull(emailChanges.usedAt), ne(emailChanges.id, id)))
  await tx
    .update(emailChanges)
    .set({ usedAt: sql`now()` })
    .where(eq(emailChanges.id, id))
}

/** Records that the owner of this address has set a password. */
export async function trustPassword(tx: Tx, userId: string, email: string, passwordHash: string): Promise<void> {
  await tx.update(emailChanges).set({ passwordHash }).where(isOf(userId, email))
}

/** The person's previous addresses. */
export async function listOwnEmailChanges(db: Db, userId: string) {
  return db
    .select({ email: emailChanges.email, createdAt: emailChanges.createdAt, usedAt: emailChanges.usedAt })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
}
