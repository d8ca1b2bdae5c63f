import { z } from 'zod'
import { call } from './call.ts'
import { formText, integerIdText, pageLinks, pageQuery, requiredText } from './common.ts'

export const reviewLimits = { text: 2000, reply: 2000 } as const

/** A buyer's words on a company, once a deal; nobody is told whose they are. */
export const review = z
  .object({
    rating: z.int(),
    text: z.string(),
    created_at: z.string(),
    /** The company's answer; `null`: none yet. */
    reply: z.string().nullable(),
    replied_at: z.string().nullable(),
  })
  .meta({ id: 'Review' })
export type Review = z.output<typeof review>

export const reviewForm = z.object({
  rating: z.int('Нужна оценка от 1 до 5').min(1, 'Не меньше 1').max(5, 'Не больше 5'),
  text: z.preprocess(value => value ?? '', formText(reviewLimits.text)),
})
export type ReviewForm = z.output<typeof reviewForm>

export const replyForm = z.object({ text: requiredText('Напишите ответ', reviewLimits.reply) })

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
  'GET /teams/:id/reviews/': call({
    access: 'public',
    summary: 'Отзывы о компании, новые первыми; rating — null, пока отзывов меньше трёх',
    params: z.object({ id: integerIdText }),
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, rating: z.number().nullable(), results: z.array(review) }),
  }),
}
