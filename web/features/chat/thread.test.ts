import { expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Message } from '#contract/chat.ts'
import type { Unsent } from './outbox.ts'
import { threadOf } from './thread.ts'

const now = new Date(2026, 10, 21, 12, 0)
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const message = (id: string, created_at: string, by = 'other') =>
  ({
    id,
    body: id,
    files: [],
    deleted_at: null,
    answered: null,
    created_at,
    created_by: { id: by, name: by },
  }) as unknown as Message
const chat = (messages: Message[], read_until: string | null = null) => ({
  users: [{ id: 'me' }, { id: 'other' }] as User[],
  messages,
  read_until,
})
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
  const days = threadOf(chat(messages), [], 'me', now)
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
  const lines = threadOf(chat([message('1', at(21, 11))]), [unsent('1', at(21, 11)), unsent('2', at(19, 9))], 'me', now)
  expect(lines.map(({ name }) => name)).toEqual(['Сегодня'])
  expect(lines[0]?.lines.map(line => [line.id, line.unsent?.state])).toEqual([
    ['1', undefined],
    ['2', 'sending'],
  ])
})

test('marks what the other side has read, in words on the last one', () => {
  const messages = [
    message('1', at(21, 10), 'me'),
    message('2', at(21, 10, 1), 'other'),
    message('3', at(21, 10, 2), 'me'),
    message('4', at(21, 10, 3), 'me'),
  ]
  const marks = (readUntil: string | null) =>
    threadOf(chat(messages, readUntil), [], 'me', now).flatMap(({ lines }) => lines.map(({ read }) => read))
  expect(marks(null)).toEqual(['no', 'no', 'no', 'no'])
  expect(marks(at(21, 10, 2))).toEqual(['yes', 'no', 'last', 'no'])
})

test('puts a colleague beside the person, under another name', () => {
  const lines = threadOf(
    {
      users: [{ id: 'buyer' }, { id: 'me' }] as User[],
      messages: [
        message('1', at(21, 10), 'buyer'),
        message('2', at(21, 10), 'colleague'),
        message('3', at(21, 10), 'me'),
      ],
      read_until: null,
    },
    [],
    'me',
    now,
  ).flatMap(day => day.lines)
  expect(lines.map(({ isOwn, author, follows }) => [isOwn, author, follows])).toEqual([
    [false, 'buyer', false],
    [true, 'colleague', false],
    [true, null, false],
  ])
})
