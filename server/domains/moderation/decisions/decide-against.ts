import type { AuditAction, AuditSubject } from '#contract/moderation/audit.ts'
import type { ReportReason } from '#contract/moderation/reason.ts'
import { type ReportedKind, reportedKinds } from '#contract/reports.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { notifyAll } from '#server/domains/notifications/notifications.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { insertDecision } from './decisions.queries.ts'
import { resolveReportsOf } from './reports.queries.ts'

/** Why, and by which rule. */
export interface Grounds {
  reason: string
  rule: ReportReason
}

interface Deed extends Grounds {
  action: AuditAction
  subject: AuditSubject
  subjectId: string | number
  /** Absent for a person. */
  subjectName?: string
  /** For the log: the person who is the subject, or who wrote it. */
  personId?: string
  /** Of a review. */
  part?: string
  /** Whom it concerns, and who may appeal. */
  owner: { personId: string } | { companyId: number }
}

const isReported = (subject: AuditSubject): subject is ReportedKind => reportedKinds.some(kind => kind === subject)

/** Tells those who reported something what came of it, without names. `what` is the kind of the thing. */
export async function tellReporters(
  tx: Tx,
  staff: Actor,
  reporterIds: string[],
  outcome: 'accepted' | 'dismissed',
  what: AuditSubject,
): Promise<void> {
  if (reporterIds.length === 0) return
  await notifyAll(tx, reporterIds, { actorId: staff.id, type: `report_${outcome}`, details: what })
}

export const ownComplaint = () => new AppError('FORBIDDEN', 'Жалобы на своё рассматривает другой модератор.')

/**
 * Records what a moderator decides against somebody, in the transaction of the deed: in the journal, and where the person
 * concerned reads it. Reports of the thing are closed with it.
 */
export async function decideAgainst(tx: Tx, staff: Actor, { owner, part = '', ...deed }: Deed): Promise<void> {
  const { action, subject, subjectName = '', reason, rule } = deed
  const subjectId = String(deed.subjectId)
  const { rule: _, ...entry } = deed
  await record(tx, staff, entry)
  const isOwn = 'personId' in owner && owner.personId === staff.id
  if (!isOwn)
    await insertDecision(tx, {
      ...{ id: uuidv7(), staffId: staff.id, action, subject, subjectId, subjectName, part, reason, rule },
      ...owner,
    })
  if (!isReported(subject)) return
  const reporters = (await resolveReportsOf(tx, subject, subjectId)).map(({ reporterId }) => reporterId)
  await tellReporters(tx, staff, reporters, 'accepted', subject)
}
