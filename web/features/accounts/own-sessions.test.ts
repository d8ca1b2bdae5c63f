import { expect, test } from 'vitest'
import { lastUsed } from './own-sessions.tsx'

const now = new Date('2026-05-10T12:00:00Z')

test.each([
  ['2026-05-10T12:00:00Z', 'сейчас'],
  // A clock slightly behind the server's.
  ['2026-05-10T12:03:00Z', 'сейчас'],
  ['2026-05-10T11:51:00Z', 'сейчас'],
  ['2026-05-10T11:39:00Z', '21 минуту назад'],
  ['2026-05-10T10:59:59Z', '1 час назад'],
  ['2026-05-10T10:00:00Z', '2 часа назад'],
  ['2026-05-09T11:00:00Z', 'вчера'],
  ['2026-04-15T12:00:00Z', '25 дней назад'],
])('%s is «%s»', (then, words) => {
  expect(lastUsed(new Date(then), now)).toBe(words)
})
