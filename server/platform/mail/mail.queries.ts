import { eq, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'
import { emails } from './mail.tables.ts'

export type EmailRow = typeof emails.$inferSelect

export async function insertEmails(tx: Tx, rows: (typeof emails.$inferInsert)[]): Promise<void> {
  await tx.insert(emails).values(rows)
}

export async function findEmail(db: Db, id: string): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(emails).where(eq(emails.id, id))
  return row
}

export async function deleteEmail(db: Db, id: string): Promise<void> {
  await db.delete(emails).where(eq(emails.id, id))
}

/** Emails no older than so many days without a job in this queue. */
export async function listForgotten(tx: Tx, queue: string, days: number): Promise<string[]> {
  const rows = await tx
    .select({ id: emails.id })
    .from(emails)
    .where(
      sql`${emails.createdAt} > now() - make_interval(days => ${days})
        and not exists (select 1 from pgboss.job where job.name = ${queue} and job.id = ${emails.id})`,
    )
    .orderBy(emails.createdAt)
  return rows.map(({ id }) => id)
}

/**
 * Unsent emails that are about a person's account, addressed to them or naming their address. Emails to others name it
 * if they once claimed it; that is outdated, an address has one holder.
 */
export async function deleteEmailsOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  const literally = email.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  const names = sql`${emails.text} ~* ${`(^|\\s)${literally}[.,]?(\\s|$)`}`
  const isTo = sql`lower(${emails.recipient}) = lower(${email})`
  await tx.delete(emails).where(or(eq(emails.personId, id), isTo, names))
}

/** Undelivered emails, a month after they were written. */
export async function deleteUndeliverable(db: Db): Promise<void> {
  await db.delete(emails).where(lte(emails.createdAt, sql`now() - interval '30 days'`))
}
