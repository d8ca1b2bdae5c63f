import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
import { emails } from './mail.tables.ts'

/** Seconds for which an email belongs to the process that has claimed it; longer than any sending takes. */
const lease = 300
/** A date that never comes: the email is kept, and not tried again. */
const never = sql`'infinity'::timestamptz`

export type EmailRow = typeof emails.$inferSelect

export async function insertEmail(tx: Tx, row: typeof emails.$inferInsert): Promise<void> {
  await tx.insert(emails).values(row)
}

/** Takes up to `count` emails that are due, so that no other process sends them meanwhile, and counts the attempt. */
export async function claimEmails(db: Db, count: number): Promise<EmailRow[]> {
  const due = db
    .select({ id: emails.id })
    .from(emails)
    .where(lte(emails.dueAt, sql`now()`))
    .orderBy(emails.dueAt)
    .limit(count)
    .for('update', { skipLocked: true })
  return db
    .update(emails)
    .set({ dueAt: sql`now() + make_interval(secs => ${lease})`, attempts: sql`${emails.attempts} + 1` })
    .where(sql`${emails.id} = any(array(${due}))`)
    .returning()
}

export async function deleteEmail(db: Db, id: string): Promise<void> {
  await db.delete(emails).where(eq(emails.id, id))
}

/** Puts an email that could not be sent off for so many seconds, or for good. */
export async function postponeEmail(db: Db, id: string, seconds: number | 'forever', lastError: string) {
  const dueAt = seconds === 'forever' ? never : sql`now() + make_interval(secs => ${seconds})`
  await db.update(emails).set({ dueAt, lastError }).where(eq(emails.id, id))
}

/** How many emails have not gone and are still tried, and for how many seconds the oldest has waited. */
export async function waitingEmails(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${emails.createdAt})), 0)::float8`,
    })
    .from(emails)
    .where(ne(emails.dueAt, never))
  return row ?? { count: 0, oldestSeconds: 0 }
}

/**
 * What is about a person's account, was addressed to them or names their address, and has not gone yet. Emails to others
 * name it where these have claimed it once; that is outdated, an address has one holder.
 */
export async function deleteEmailsOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  const literally = email.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  const names = sql`${emails.text} ~* ${`(^|\\s)${literally}[.,]?(\\s|$)`}`
  const isTo = sql`lower(${emails.recipient}) = lower(${email})`
  await tx.delete(emails).where(or(eq(emails.personId, id), isTo, names))
}

/** Emails given up on, a month after they were written. */
export async function deleteUndeliverable(db: Db): Promise<void> {
  const before = sql`now() - interval '30 days'`
  await db.delete(emails).where(and(eq(emails.dueAt, never), lte(emails.createdAt, before)))
}
