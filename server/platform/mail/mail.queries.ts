import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
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

/** How many letters have not gone and are still tried, and for how many seconds the oldest has waited. */
export async function waitingLetters(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${letters.createdAt})), 0)::float8`,
    })
    .from(letters)
    .where(ne(letters.dueAt, never))
  return row ?? { count: 0, oldestSeconds: 0 }
}

/**
 * What is about a person's account, was addressed to them or names their address, and has not gone yet. Letters to others
 * name it where these have claimed it once; that is outdated, an address has one holder.
 */
export async function deleteLettersOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  const literally = email.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  const names = sql`${letters.text} ~* ${`(^|\\s)${literally}[.,]?(\\s|$)`}`
  const isTo = sql`lower(${letters.recipient}) = lower(${email})`
  await tx.delete(letters).where(or(eq(letters.personId, id), isTo, names))
}

/** Letters given up on, a month after they were written. */
export async function deleteUndeliverable(db: Db): Promise<void> {
  const before = sql`now() - interval '30 days'`
  await db.delete(letters).where(and(eq(letters.dueAt, never), lte(letters.createdAt, before)))
}
