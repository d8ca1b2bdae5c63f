import { z } from 'zod'
import { call } from './call.ts'

/** A picture sent ahead of the form that will use it; forgotten after a day when none does. */
export const upload = z
  .object({ id: z.uuid(), get_image: z.string(), get_thumbnail: z.string() })
  .meta({ id: 'Upload' })
export type Upload = z.output<typeof upload>

export const uploadCalls = {
  'POST /uploads/': call({
    access: 'member',
    summary: 'Снимок впрок: его номер принимают формы (поле photos)',
    body: z.record(z.string(), z.unknown()),
    files: { field: 'image', max: 1 },
    answer: upload,
    status: 201,
  }),
}
