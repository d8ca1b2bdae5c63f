// Joins accounts (users).
import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditSubject } from '#contract/moderation/audit.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { auditLog } from './audit.tables.ts'

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number]

export async function insertEntry(tx: Tx, row: typeof auditLog.$inferInsert): Promise<void> {
  await tx.insert(auditLog).values(row)
}

const person = alias(users, 'person')

const of = (subject: AuditSubject | undefined) => (subject ? eq(auditLog.subject, subject) : undefined)

/** Newest first; entries of one kind of subject, or all. */
export async function listEntries(
  db: Db,
  subject: AuditSubject | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ entry: auditLog, staff: { id: users.id, name: users.name }, person: person.name })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.staffId))
    .leftJoin(person, eq(person.id, auditLog.personId))
    .where(of(subject))
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset)
}

export async function countEntries(db: Db, subject: AuditSubject | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(of(subject))
  return row?.count ?? 0
}
