import { z } from 'zod'
import { call } from './call.ts'
import { flag } from './common.ts'

/**
 * A picture sent ahead of the form that will use it; forgotten after a day when none does. Until then only who has sent
 * it sees it, under addresses that run out, unless it was sent with `is_public`: a text can name such a picture at once.
 */
export const upload = z
  .object({ id: z.uuid(), get_image: z.string(), get_thumbnail: z.string() })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof upload>

export const uploadCalls = {
  'POST /uploads/': call({
    access: 'member',
    summary: 'Снимок впрок: его номер принимают формы (поле photos)',
    body: z.object({ is_public: flag.optional() }),
    files: { field: 'image', max: 1 },
    answer: upload,
    status: 201,
  }),
}
