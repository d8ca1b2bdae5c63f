import { z } from 'zod'
import { call } from '../call.ts'
import { optionalText, pageLinks, pageQuery } from '../common.ts'

/** Actions of moderators. */
export const auditActions = [
  'publish',
  'return',
  'hide',
  'restore',
  'dismiss',
  'delete',
  'create',
  'edit',
  'rename',
  'merge',
  'block',
  'unblock',
  'verify',
  'unverify',
  'correct',
  'clear',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Types of their subjects. */
export const auditSubjects = [
  'product',
  'post',
  'genus',
  'species',
  'category',
  'lookup',
  'article',
  'person',
  'company',
  'review',
  'comment',
  'message',
  'vehicles',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

export const auditEntry = z
  .object({
    id: z.uuid(),
    staff: z.object({ id: z.uuid(), name: z.string() }),
    action: z.enum(auditActions),
    subject: z.enum(auditSubjects),
    subject_id: z.string(),
    /** The subject's name at that time; people are shown by their present name. */
    subject_name: z.string(),
    reason: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

export const auditQuery = z.object({ subject: optionalText(z.enum(auditSubjects)), ...pageQuery })

export const auditCalls = {
  'GET /staff/journal/': call({
    access: 'staff',
    summary: 'Журнал: кто из модераторов что, когда и почему сделал, новое первым',
    query: auditQuery,
    answer: z.object({ ...pageLinks, results: z.array(auditEntry) }),
  }),
}
