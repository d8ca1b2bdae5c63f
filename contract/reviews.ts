import { z } from 'zod'
import { call } from './call.ts'
import { formLines, integerIdText, pageLinks, pageQuery, requiredLines } from './common.ts'

export const reviewLimits = { text: 2000, reply: 2000 } as const

/** What is reported and hidden by itself; a hidden review is without its reply. */
export const reviewParts = ['review', 'reply'] as const
export const reviewPart = z.enum(reviewParts)
export type ReviewPart = z.output<typeof reviewPart>

/** A buyer's words on a company, once a deal; nobody is told whose they are. */
export const review = z
  .object({
    id: z.uuid(),
    rating: z.int(),
    text: z.string(),
    created_at: z.string(),
    /** The company's answer; `null`: none yet. */
    reply: z.string().nullable(),
    replied_at: z.string().nullable(),
    /** Why a moderator has hidden it, to the one who wrote it: others are not shown it. `null`: it is not hidden. */
    hidden_reason: z.string().nullable(),
    reply_hidden_reason: z.string().nullable(),
  })
  .meta({ id: 'Review' })
export type Review = z.output<typeof review>

export const reviewForm = z.object({
  rating: z.int('Нужна оценка от 1 до 5').min(1, 'Не меньше 1').max(5, 'Не больше 5'),
  text: z.preprocess(value => value ?? '', formLines(reviewLimits.text)),
})
export type ReviewForm = z.output<typeof reviewForm>

export const replyForm = z.object({ text: requiredLines('Напишите ответ', reviewLimits.reply) })

const ofDeal = z.object({ id: z.uuid().toLowerCase() })

export const reviewCalls = {
  'POST /deals/:id/review/': call({
    access: 'member',
    summary: 'Отзыв покупателя о полученном; один на сделку',
    params: ofDeal,
    body: reviewForm,
    answer: review,
    status: 201,
  }),
  'POST /deals/:id/review/reply/': call({
    access: 'member',
    summary: 'Ответ компании на отзыв; один',
    params: ofDeal,
    body: replyForm,
    answer: review,
  }),
  'POST /reviews/:id/report/': call({
    access: 'member',
    summary: 'Пожаловаться на отзыв или на ответ компании; ещё раз — ничего не меняет',
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: z.object({ part: reviewPart }),
    answer: z.object({ message: z.literal('review reported') }),
  }),
  'GET /teams/:id/reviews/': call({
    access: 'public',
    summary: 'Отзывы о компании, новые первыми; rating — null, пока отзывов меньше трёх',
    params: z.object({ id: integerIdText }),
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, rating: z.number().nullable(), results: z.array(review) }),
  }),
}
