import type { z } from 'zod'
import type { JournalAction, JournalEntry, JournalSubject, journalQuery } from '#contract/moderation/audit.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { noteAction } from '#server/platform/observability/action-log.ts'
import { countEntries, insertEntry, type JournalRow, listEntries } from './audit.queries.ts'

interface Deed {
  action: JournalAction
  subject: JournalSubject
  subjectId: string | number
  /** What the subject is called now; nothing for a person. */
  subjectName?: string
  /** Who the subject is, or who wrote it. */
  personId?: string
  reason?: string
}

/** Writes down what a moderator did, in the transaction of the deed. */
export async function record(
  tx: Tx,
  staff: Actor,
  { subjectId, subjectName = '', reason = '', ...deed }: Deed,
): Promise<void> {
  await insertEntry(tx, { id: uuidv7(), staffId: staff.id, ...deed, subjectId: String(subjectId), subjectName, reason })
  noteAction(staff, { action: deed.action, subject: deed.subject, subjectId: String(subjectId) })
}

/** People by the names that they have now: what is written down has none. */
function nameOf({ entry: { subject, subjectName }, person }: JournalRow): string {
  if (subject === 'person') return person ?? ''
  return person === null ? subjectName : `${person}: ${subjectName}`
}

function present(row: JournalRow): JournalEntry {
  const { entry, staff } = row
  return {
    id: entry.id,
    staff,
    action: entry.action,
    subject: entry.subject,
    subject_id: entry.subjectId,
    subject_name: nameOf(row),
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
