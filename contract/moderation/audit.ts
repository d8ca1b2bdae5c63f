import { z } from 'zod'
import { call } from '../call.ts'
import { optionalText, pageLinks, pageQuery } from '../common.ts'

/** What moderators do. */
export const journalActions = [
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
] as const
export type JournalAction = (typeof journalActions)[number]

/** What they do it to. */
export const journalSubjects = [
  'product',
  'post',
  'genus',
  'species',
  'category',
  'lookup',
  'article',
  'person',
  'company',
] as const
export type JournalSubject = (typeof journalSubjects)[number]

export const journalEntry = z
  .object({
    id: z.uuid(),
    staff: z.object({ id: z.uuid(), name: z.string() }),
    action: z.enum(journalActions),
    subject: z.enum(journalSubjects),
    subject_id: z.string(),
    /** What the subject was called then; people are called what they are called now. */
    subject_name: z.string(),
    reason: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntry = z.output<typeof journalEntry>

export const journalQuery = z.object({ subject: optionalText(z.enum(journalSubjects)), ...pageQuery })

export const staffJournalCalls = {
  'GET /staff/journal/': call({
    access: 'staff',
    summary: 'Журнал: кто из модераторов что, когда и почему сделал, новое первым',
    query: journalQuery,
    answer: z.object({ ...pageLinks, results: z.array(journalEntry) }),
  }),
}
