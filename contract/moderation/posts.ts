import { z } from 'zod'
import { call } from '../call.ts'
import { pageLinks, pageQuery } from '../common.ts'
import { post } from '../posts.ts'
import { againstForm, reasonForm, reportReasons } from './reason.ts'

/** How many reporters of a post are named, the latest first. */
export const namedReporters = 10

export const postReport = z
  .object({ created_by: z.object({ id: z.uuid(), name: z.string() }), created_at: z.string() })
  .meta({ id: 'PostReport' })
export type PostReport = z.output<typeof postReport>

/** A post reported since the moderators' last decision about it. */
export const reportedPost = z
  .object({
    post,
    /** False while the product that the post announces is not published. */
    is_visible: z.boolean(),
    reports_count: z.int(),
    first_reported_at: z.string(),
    last_reported_at: z.string(),
    reports: z.array(postReport.extend({ reason: z.enum(reportReasons), text: z.string() })),
  })
  .meta({ id: 'ReportedPost' })
export type ReportedPost = z.output<typeof reportedPost>

/** The reason is the post's `hidden_reason`. */
export const hiddenPost = z.object({ post, hidden_at: z.string() }).meta({ id: 'HiddenPost' })
export type HiddenPost = z.output<typeof hiddenPost>

/** What a post or a comment on it said before its author changed it. */
export const earlierText = z
  .object({
    id: z.uuid(),
    /** `null`: it is the post's own. */
    comment_id: z.uuid().nullable(),
    body: z.string(),
    replaced_at: z.string(),
  })
  .meta({ id: 'EarlierText' })
export type EarlierText = z.output<typeof earlierText>

const id = z.object({ id: z.uuid() })

export const moderationPostCalls = {
  'GET /staff/reports/': call({
    access: 'staff',
    summary: 'Записи, на которые жалуются: чаще всего первыми, потом те, что ждут дольше',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(reportedPost) }),
  }),
  'GET /staff/reports/hidden/': call({
    access: 'staff',
    summary: 'Скрытые записи, скрытые последними первыми',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(hiddenPost) }),
  }),
  'GET /staff/posts/:id/earlier-texts/': call({
    access: 'staff',
    summary: 'Что запись и комментарии к ней говорили раньше, последнее первым, не больше двухсот',
    params: id,
    answer: z.array(earlierText),
  }),
  'POST /staff/reports/:id/hide/': call({
    access: 'staff',
    summary: 'Скрыть запись; автор узнаёт причину, жалобы закрыты',
    params: id,
    body: againstForm,
    answer: z.object({ message: z.literal('post hidden') }),
  }),
  'POST /staff/reports/:id/dismiss/': call({
    access: 'staff',
    summary: 'Оставить запись как есть и закрыть жалобы на неё',
    params: id,
    answer: z.object({ message: z.literal('reports dismissed') }),
  }),
  'POST /staff/reports/:id/restore/': call({
    access: 'staff',
    summary: 'Вернуть скрытую запись; автор узнаёт об этом',
    params: id,
    body: reasonForm,
    answer: z.object({ message: z.literal('post restored') }),
  }),
  'POST /staff/reports/:id/delete/': call({
    access: 'staff',
    summary: 'Удалить чужую запись навсегда; автор узнаёт причину',
    params: id,
    body: againstForm,
    answer: z.object({ message: z.literal('post deleted') }),
  }),
}
