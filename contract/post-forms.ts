/* Apart from the answers (posts.ts), so that a page that shows a form need not load their shapes. */

import { z } from 'zod'
import { flag, formId, formLines, formList } from './common.ts'

export const postLimits = { body: 5000, comment: 2000, pictures: 4 } as const

/** The text is optional with a picture; `photos` are uploads (contract/uploads.ts) in order. */
export const postForm = z.object({
  body: formLines(postLimits.body).optional(),
  is_private: flag.optional(),
  is_request: flag.optional(),
  photos: formList(z.uuid(), postLimits.pictures).optional(),
})

/** What is sent changes; the text may be empty where there is a picture. */
export const postChangeForm = postForm.pick({ body: true, is_private: true, is_request: true })
export type PostChange = z.output<typeof postChangeForm>

/** The text may be empty where a listing is offered. */
export const commentChangeForm = z.object({
  body: z.string({ error: 'Напишите что-нибудь' }).pipe(formLines(postLimits.comment)),
})

/** The text is optional with a `product`: the id of a listing of the person's company, in answer to a "wanted to buy". */
export const newCommentForm = z
  .object({
    body: formLines(postLimits.comment).optional(),
    product: formId.optional(),
    /** Id of the comment on the same post that it answers. */
    reply_to: z.uuid('Нужен UUID').toLowerCase().nullable().optional(),
  })
  .refine(({ body, product }) => Boolean(body) || Boolean(product), {
    path: ['body'],
    message: 'Напишите что-нибудь',
    params: { code: 'required' },
    // Also where the text is missing altogether, but not where the whole form is.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type NewComment = z.output<typeof newCommentForm>
