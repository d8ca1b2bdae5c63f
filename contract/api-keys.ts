import { z } from 'zod'
import { call } from './call.ts'
import { requiredText } from './common.ts'

export const apiKeyLimits = { name: 60, perCompany: 10 } as const

/** How a key begins, so that people and programs that look for leaked secrets recognise one. */
export const apiKeyStart = 'dk_'

/** A key with which a program sends the company's price lists; the key itself is shown once. */
export const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The first letters of the key. */
    prefix: z.string(),
    created_at: z.string(),
    created_by: z.object({ id: z.uuid(), name: z.string() }),
    /** Up to a few minutes late; `null`: never. */
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

export const newApiKeyForm = z.object({
  name: requiredText('Назовите ключ: где он будет храниться', apiKeyLimits.name),
})

export const apiKeyCalls = {
  'GET /teams/api-keys/': call({
    access: 'member',
    summary: 'Ключи API моей компании, новые первыми',
    answer: z.array(apiKey),
  }),
  'POST /teams/api-keys/': call({
    access: 'member',
    summary: 'Новый ключ API; сам ключ есть только в этом ответе',
    body: newApiKeyForm,
    answer: z.object({ ...apiKey.shape, key: z.string() }),
    status: 201,
  }),
  'DELETE /teams/api-keys/:id/': call({
    access: 'member',
    summary: 'Отозвать ключ API: он перестаёт действовать сразу',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ message: z.literal('key revoked') }),
  }),
}
