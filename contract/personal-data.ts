import { z } from 'zod'
import { call } from './call.ts'

export const personalDataCalls = {
  'GET /me/data/': call({
    access: 'member',
    summary: 'Всё, что хранится обо мне',
    answer: z.record(z.string(), z.unknown()),
  }),
}
