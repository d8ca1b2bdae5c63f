import type { z } from 'zod'
import type { JournalAction, JournalEntry, JournalSubject, journalQuery } from '#contract/staff-journal.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { pageLinks, pageRange } from '#server/platform/paging.ts'
import type { Actor } from '#server/platform/session.ts'
import { countEntries, insertEntry, type JournalRow, listEntries } from './journal.queries.ts'

interface Deed {
  action: JournalAction
  subject: JournalSubject
  subjectId: string | number
  /** What the subject is called now. */
  subjectName: string
  reason?: string
}

/** Writes down what a moderator did, in the transaction of the deed. */
export async function record(tx: Tx, staff: Actor, { subjectId, reason = '', ...deed }: Deed): Promise<void> {
  await insertEntry(tx, { id: uuidv7(), staffId: staff.id, ...deed, subjectId: String(subjectId), reason })
}

function present({ entry, staff }: JournalRow): JournalEntry {
  return {
    id: entry.id,
    staff,
    action: entry.action,
    subject: entry.subject,
    subject_id: entry.subjectId,
    subject_name: entry.subjectName,
    reason: entry.reason,
    created_at: entry.createdAt.toISOString(),
  }
}

/** The last deeds, the newest first. */
export async function listLatest(db: Db, limit: number): Promise<JournalEntry[]> {
  return (await listEntries(db, undefined, { limit, offset: 0 })).map(present)
}

/** Throws NOT_FOUND for a page past the end. */
export async function listJournal(db: Db, query: z.output<typeof journalQuery>, address: string) {
  const [rows, count] = await Promise.all([
    listEntries(db, query.subject, pageRange(query)),
    countEntries(db, query.subject),
  ])
  return { ...pageLinks(address, query, count), results: rows.map(present) }
}
