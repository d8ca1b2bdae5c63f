import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import type { Unsent } from './outbox.ts'
import { threadOf } from './thread.ts'

const now = new Date(2026, 10, 21, 12, 0)
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const message = (id: string, created_at: string, by = 'other') =>
  ({ id, body: id, created_at, created_by: { id: by } }) as Message
const unsent = (id: string, when: string): Unsent => ({
  id,
  body: id,
  at: when,
  conversationId: 'c',
  state: 'sending',
  error: '',
})

test('groups messages by day, and messages of one person that follow shortly', () => {
  const messages = [
    message('1', at(20, 10)),
    message('2', at(20, 10, 1)),
    message('3', at(20, 10, 2), 'me'),
    message('4', at(21, 10), 'me'),
    message('5', at(21, 11), 'me'),
  ]
  const days = threadOf(messages, [], 'me', now)
  expect(days.map(({ name, lines }) => [name, lines.map(line => [line.id, line.isOwn, line.follows])])).toEqual([
    [
      'Вчера',
      [
        ['1', false, false],
        ['2', false, true],
        ['3', true, false],
      ],
    ],
    [
      'Сегодня',
      [
        ['4', true, false],
        ['5', true, false],
      ],
    ],
  ])
})

test('shows unsent messages last, whatever the local clock says, and only once', () => {
  const lines = threadOf([message('1', at(21, 11))], [unsent('1', at(21, 11)), unsent('2', at(19, 9))], 'me', now)
  expect(lines.map(({ name }) => name)).toEqual(['Сегодня'])
  expect(lines[0]?.lines.map(line => [line.id, line.unsent?.state])).toEqual([
    ['1', undefined],
    ['2', 'sending'],
  ])
})
