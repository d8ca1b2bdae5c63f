import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from './database.ts'
import { letters } from './mail.tables.ts'

/** Seconds for which a letter belongs to the process that has claimed it; longer than any sending takes. */
const lease = 300
/** A date that never comes: the letter is kept, and not tried again. */
const never = sql`'infinity'::timestamptz`

export type LetterRow = typeof letters.$inferSelect

export async function insertLetter(tx: Tx, row: typeof letters.$inferInsert): Promise<void> {
  await tx.insert(letters).values(row)
}

/** Takes up to `count` letters that are due, so that no other process sends them meanwhile, and counts the attempt. */
export async function claimLetters(db: Db, count: number): Promise<LetterRow[]> {
  const due = db
    .select({ id: letters.id })
    .from(letters)
    .where(lte(letters.dueAt, sql`now()`))
    .orderBy(letters.dueAt)
    .limit(count)
    .for('update', { skipLocked: true })
  return db
    .update(letters)
    .set({ dueAt: sql`now() + make_interval(secs => ${lease})`, attempts: sql`${letters.attempts} + 1` })
    .where(sql`${letters.id} = any(array(${due}))`)
    .returning()
}

export async function deleteLetter(db: Db, id: string): Promise<void> {
  await db.delete(letters).where(eq(letters.id, id))
}

/** Puts a letter that could not be sent off for so many seconds, or for good. */
export async function postponeLetter(db: Db, id: string, seconds: number | 'forever', lastError: string) {
  const dueAt = seconds === 'forever' ? never : sql`now() + make_interval(secs => ${seconds})`
  await db.update(letters).set({ dueAt, lastError }).where(eq(letters.id, id))
}

/** What was addressed to somebody and has not gone yet. */
export async function deleteLettersTo(tx: Tx, recipient: string): Promise<void> {
  await tx.delete(letters).where(eq(letters.recipient, recipient))
}

/** Letters given up on, a month after they were written. */
export async function deleteUndeliverable(db: Db): Promise<void> {
  const before = sql`now() - interval '30 days'`
  await db.delete(letters).where(and(eq(letters.dueAt, never), lte(letters.createdAt, before)))
}
