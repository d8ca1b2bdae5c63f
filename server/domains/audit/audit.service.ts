import type { z } from 'zod'
import type { AuditAction, AuditEntry, AuditSubject, auditQuery } from '#contract/moderation/audit.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { noteAction } from '#server/platform/observability/action-log.ts'
import { type AuditRow, countEntries, insertEntry, listEntries } from './audit.queries.ts'

interface Action {
  action: AuditAction
  subject: AuditSubject
  subjectId: string | number
  /** The subject's current name; absent for a person. */
  subjectName?: string
  /** The person who is the subject, or who wrote it. */
  personId?: string
  reason?: string
}

/** Records a moderator's action, in its transaction. */
export async function record(
  tx: Tx,
  staff: Actor,
  { subjectId, subjectName = '', reason = '', ...action }: Action,
): Promise<void> {
  await insertEntry(tx, {
    id: uuidv7(),
    staffId: staff.id,
    ...action,
    subjectId: String(subjectId),
    subjectName,
    reason,
  })
  noteAction(staff, { action: action.action, subject: action.subject, subjectId: String(subjectId) })
}

/** People by their current names: the log stores none. */
function nameOf({ entry: { subject, subjectName }, person }: AuditRow): string {
  if (subject === 'person') return person ?? ''
  return person === null ? subjectName : `${person}: ${subjectName}`
}

function present(row: AuditRow): AuditEntry {
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

/** The latest actions, newest first. */
export async function listLatest(db: Db, limit: number): Promise<AuditEntry[]> {
  return (await listEntries(db, undefined, { limit, offset: 0 })).map(present)
}

/** Throws NOT_FOUND for a page past the end. */
export async function listAudit(db: Db, query: z.output<typeof auditQuery>, address: string) {
  const [rows, count] = await Promise.all([
    listEntries(db, query.subject, pageRange(query)),
    countEntries(db, query.subject),
  ])
  return { ...pageLinks(address, query, count), results: rows.map(present) }
}
