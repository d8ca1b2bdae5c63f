import { z } from 'zod'
import { call } from '../call.ts'
import { optionalText, pageLinks, pageQuery, requiredLines } from '../common.ts'
import { appealOutcomes, decision, reportedKinds, reportLength } from '../reports.ts'
import { againstForm, reportReasons } from './reason.ts'

const person = z.object({ id: z.uuid(), name: z.string() })

/** Something that was reported since the moderators' last decision about it: no post, no review (see there). */
export const complaint = z
  .object({
    kind: z.enum(reportedKinds),
    id: z.string(),
    name: z.string(),
    /** What it said when it was reported last. */
    text: z.string(),
    /** Its page; `""` if it has none. */
    link: z.string(),
    /** Who wrote it, or is it; `null` for what companies show. */
    person: person.nullable(),
    /** The company whose it is, or that it is. */
    team: z.object({ id: z.int(), company_name: z.string() }).nullable(),
    reports_count: z.int(),
    first_reported_at: z.string(),
    last_reported_at: z.string(),
    /** How many give each reason. */
    reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
    /** The latest ones. */
    reports: z.array(
      z.object({ created_by: person, created_at: z.string(), reason: z.enum(reportReasons), text: z.string() }),
    ),
  })
  .meta({ id: 'Complaint' })
export type Complaint = z.output<typeof complaint>

/** A decision that is appealed against. */
export const appealed = z
  .object({
    decision,
    /** Who appeals. */
    created_by: person,
    /** Who decided. */
    staff: person,
    /** Whether the caller may judge it: the one who decided only if there is no other moderator. */
    can: z.object({ judge: z.boolean() }),
  })
  .meta({ id: 'Appealed' })
export type Appealed = z.output<typeof appealed>

const params = z.object({ kind: z.enum(reportedKinds), id: z.string().max(36).toLowerCase() })

export const judgementForm = z.object({
  outcome: z.enum(appealOutcomes, 'Выберите решение'),
  reason: requiredLines('Напишите, почему', reportLength),
})

export const complaintCalls = {
  'GET /staff/complaints/': call({
    access: 'staff',
    summary: 'Комментарии, люди, сообщения, объявления и компании, на которые жалуются: чаще всего первыми',
    query: z.object({ kind: optionalText(z.enum(reportedKinds)), ...pageQuery }),
    answer: z.object({ ...pageLinks, results: z.array(complaint) }),
  }),
  'POST /staff/complaints/:kind/:id/dismiss/': call({
    access: 'staff',
    summary: 'Оставить как есть и закрыть жалобы',
    params,
    answer: z.object({ message: z.literal('reports dismissed') }),
  }),
  'POST /staff/complaints/:kind/:id/remove/': call({
    access: 'staff',
    summary: 'Удалить комментарий или сообщение; автор узнаёт причину, жалобы закрыты',
    params,
    body: againstForm,
    answer: z.object({ message: z.literal('removed') }),
  }),
  'GET /staff/appeals/': call({
    access: 'staff',
    summary: 'Обжалованные решения, которые ждут: давние первыми',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(appealed) }),
  }),
  'POST /staff/appeals/:id/judge/': call({
    access: 'staff',
    summary: 'Рассмотреть обжалование: оставить решение или отменить; скрытое и заблокированное тогда возвращается',
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: judgementForm,
    answer: z.object({ message: z.literal('appeal judged') }),
  }),
}
