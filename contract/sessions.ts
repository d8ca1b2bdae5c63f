import { z } from 'zod'
import { call } from './call.ts'

/** A sign-in on one device. `address`: the IP address of the last use, `""` if unknown. */
export const session = z
  .object({
    id: z.uuid(),
    device: z.string(),
    address: z.string(),
    created_at: z.string(),
    last_used_at: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof session>

export const sessionCalls = {
  'GET /sessions/': call({
    access: 'member',
    summary: 'Где я вошёл: устройства и адреса, недавние первыми',
    answer: z.array(session),
  }),
  'DELETE /sessions/': call({
    access: 'member',
    summary: 'Завершить все сеансы, кроме этого',
    answer: z.object({ message: z.literal('sessions ended') }),
  }),
  'DELETE /sessions/:id/': call({
    access: 'member',
    summary: 'Завершить один из своих сеансов: доступ кончается сразу',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ message: z.literal('session ended') }),
  }),
}
