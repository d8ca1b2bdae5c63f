// Joins accounts (users).
import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { JournalSubject } from '#contract/moderation/audit.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { journal } from './audit.tables.ts'

export type JournalRow = Awaited<ReturnType<typeof listEntries>>[number]

export async function insertEntry(tx: Tx, row: typeof journal.$inferInsert): Promise<void> {
  await tx.insert(journal).values(row)
}

const person = alias(users, 'person')

const of = (subject: JournalSubject | undefined) => (subject ? eq(journal.subject, subject) : undefined)

/** The newest first; of one kind of subject, or of all. */
export async function listEntries(
  db: Db,
  subject: JournalSubject | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ entry: journal, staff: { id: users.id, name: users.name }, person: person.name })
    .from(journal)
    .innerJoin(users, eq(users.id, journal.staffId))
    .leftJoin(person, eq(person.id, journal.personId))
    .where(of(subject))
    .orderBy(desc(journal.id))
    .limit(limit)
    .offset(offset)
}

export async function countEntries(db: Db, subject: JournalSubject | undefined): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(journal).where(of(subject))
  return row?.count ?? 0
}
