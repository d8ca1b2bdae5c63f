import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { confirmations, emailChanges, passwordResets, users } from './accounts.tables.ts'

/** Days and hours for which links are valid (API.md section 4). */
export const confirmationDays = 3
const resetHours = 1
/** Days after which rows of invalid links are deleted. */
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
  await tx
    .update(confirmations)
    .set({ usedAt: sql`now()` })
    .where(eq(confirmations.id, id))
}

export async function insertReset(tx: Tx, row: typeof passwordResets.$inferInsert): Promise<void> {
  await tx.insert(passwordResets).values(row)
}

/** A valid link for a new password, or `undefined`: its recipient must be the current one. */
export async function findReset(db: Db | Tx, tokenHash: string) {
  const [row] = await db
    .select({
      id: passwordResets.id,
      userId: passwordResets.userId,
      sentTo: passwordResets.email,
      email: users.email,
      name: users.name,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, tokenHash),
        isNull(passwordResets.usedAt),
        since(passwordResets.createdAt, `${resetHours} hours`),
        sql`lower(${passwordResets.email}) = lower(coalesce(${users.confirmedEmail}, ${users.email}))`,
        isNull(users.blockedAt),
        isNull(users.deletedAt),
      ),
    )
  return row
}

/** Invalidates all the person's links for a new password. */
export async function spendResets(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}

/** Deletes links that would confirm another address than this one. */
export async function deleteOtherConfirmations(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .delete(confirmations)
    .where(and(eq(confirmations.userId, userId), sql`lower(${confirmations.email}) <> lower(${email})`))
}

/** Deletes all links of the person in emails. */
export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(confirmations).where(eq(confirmations.userId, userId))
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Deletes links to this address requested by other people: the address is not theirs. */
export async function deleteConfirmationsOf(tx: Tx, email: string): Promise<void> {
  await tx.delete(confirmations).where(sql`lower(${confirmations.email}) = lower(${email})`)
}

/** Deletes links that are too old to be used. */
export async function deleteStaleLinks(db: Db): Promise<void> {
  const before = sql`now() - ${`${keptDays} days`}::interval`
  await db.delete(confirmations).where(lt(confirmations.createdAt, before))
  await db.delete(passwordResets).where(lt(passwordResets.createdAt, before))
  await db.delete(emailChanges).where(lt(emailChanges.createdAt, before))
}

/** Addresses to which emails with a link were sent. */
export async function listOwnConfirmations(db: Db, userId: string) {
  return db
    .select({ email: confirmations.email, createdAt: confirmations.createdAt, usedAt: confirmations.usedAt })
    .from(confirmations)
    .where(eq(confirmations.userId, userId))
}
