import { z } from 'zod'
import { call } from './call.ts'
import { flag } from './common.ts'

/**
 * A picture uploaded before the form that will use it; deleted after a day if unused. Until then only its uploader sees
 * it, under addresses that expire, unless it was sent with `is_public`, for texts that contain its address.
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
