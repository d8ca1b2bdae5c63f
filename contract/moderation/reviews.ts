import { z } from 'zod'
import { call } from '../call.ts'
import { pageLinks, pageQuery } from '../common.ts'
import { teamRef } from '../companies.ts'
import { personRef } from '../requests.ts'
import { reviewPart } from '../reviews.ts'
import { postReport } from './posts.ts'
import { againstForm, reasonForm } from './reason.ts'

/** A review, or the reply to it, as moderators decide about it. */
export const judgedReview = z
  .object({
    id: z.uuid(),
    part: reviewPart,
    company: teamRef,
    /** The buyer who wrote it, whom nobody else is told. */
    created_by: personRef,
    rating: z.int(),
    text: z.string(),
    created_at: z.string(),
    reply: z.string().nullable(),
    replied_at: z.string().nullable(),
  })
  .meta({ id: 'JudgedReview' })
export type JudgedReview = z.output<typeof judgedReview>

/** Reported since the moderators' last decision about it. */
export const reportedReview = z
  .object({
    review: judgedReview,
    reports_count: z.int(),
    first_reported_at: z.string(),
    last_reported_at: z.string(),
    /** Who reported it, the latest first: a few of them. */
    reports: z.array(postReport),
  })
  .meta({ id: 'ReportedReview' })
export type ReportedReview = z.output<typeof reportedReview>

export const hiddenReview = z
  .object({ review: judgedReview, hidden_at: z.string(), reason: z.string() })
  .meta({ id: 'HiddenReview' })
export type HiddenReview = z.output<typeof hiddenReview>

const params = z.object({ id: z.uuid().toLowerCase() })
const ofPart = z.object({ part: reviewPart })

export const moderationReviewCalls = {
  'GET /staff/reviews/': call({
    access: 'staff',
    summary: 'Отзывы и ответы, на которые жалуются: чаще всего первыми, потом те, что ждут дольше',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(reportedReview) }),
  }),
  'GET /staff/reviews/hidden/': call({
    access: 'staff',
    summary: 'Скрытые отзывы и ответы, скрытые последними первыми',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(hiddenReview) }),
  }),
  'POST /staff/reviews/:id/hide/': call({
    access: 'staff',
    summary: 'Скрыть отзыв (он больше не считается в оценке) или ответ; автор узнаёт причину, жалобы закрыты',
    params,
    body: againstForm.extend(ofPart.shape),
    answer: z.object({ message: z.literal('review hidden') }),
  }),
  'POST /staff/reviews/:id/dismiss/': call({
    access: 'staff',
    summary: 'Оставить отзыв или ответ как есть и закрыть жалобы',
    params,
    body: ofPart,
    answer: z.object({ message: z.literal('reports dismissed') }),
  }),
  'POST /staff/reviews/:id/restore/': call({
    access: 'staff',
    summary: 'Вернуть скрытый отзыв или ответ; автор узнаёт об этом',
    params,
    body: reasonForm.extend(ofPart.shape),
    answer: z.object({ message: z.literal('review restored') }),
  }),
}
