import { expect, it } from 'vitest'
import { z } from 'zod'
import { russianMessages } from './russian-messages.ts'

it.each([
  [z.object({}), null],
  [z.string(), 5],
  [z.int(), 'x'],
  [z.array(z.string()), {}],
  [z.enum(['новое', 'старое']), 'иное'],
  [z.literal(5), 6],
  [z.string().max(2), 'длинно'],
  [z.string().min(2), 'a'],
  [z.number().max(2), 3],
  [z.array(z.number()).min(1), []],
  [z.union([z.number(), z.boolean()]), 'x'],
  [z.uuid(), 'x'],
])('says in Russian alone what is wrong with a value', (schema, value) => {
  const { error } = schema.safeParse(value, { error: russianMessages.localeError })
  const [issue] = error?.issues ?? []
  expect(issue?.message).toMatch(/^[А-ЯЁ]/u)
  expect(issue?.message.replace('true или false', '')).not.toMatch(/[a-z]/iu)
})
