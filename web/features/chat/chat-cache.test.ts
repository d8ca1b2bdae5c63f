import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/chat.ts'
import { listWithMessage, withoutText } from './chat-cache.ts'

const message = (id: string, minute: number, by = 'other') =>
  ({ id, created_at: `2026-11-21T12:0${minute}:00.000Z`, created_by: { id: by } }) as Message
const conversation = (id: string, last: Message | null, unread_count = 0) =>
  ({ id, last_message: last, unread_count, users: [{ id: 'me' }, { id: 'other' }] }) as unknown as Conversation
const list = [conversation('a', message('1', 2)), conversation('b', message('2', 1), 4)]
const summary = (conversations: Conversation[]) =>
  conversations.map(({ id, last_message, unread_count }) => [id, last_message?.id, unread_count])

test('moves a conversation to the top and counts the message when another person writes', () => {
  expect(summary(listWithMessage(list, 'b', message('3', 3), 'me'))).toEqual([
    ['b', '3', 5],
    ['a', '1', 0],
  ])
})

test("does not count the person's own message", () => {
  expect(summary(listWithMessage(list, 'b', message('3', 3, 'me'), 'me'))[0]).toEqual(['b', '3', 4])
  expect(summary(listWithMessage([conversation('c', null)], 'c', message('1', 1), 'me'))).toEqual([['c', '1', 1]])
})

test('ignores repeated and late messages, and unknown conversations', () => {
  expect(listWithMessage(list, 'b', message('2', 1), 'me')).toBe(list)
  expect(listWithMessage(list, 'a', message('0', 1), 'me')).toBe(list)
  expect(listWithMessage(list, 'c', message('9', 9), 'me')).toBe(list)
})

test("does not count a colleague's answer to a buyer", () => {
  const inbox = { ...conversation('a', message('1', 2), 1), users: [{ id: 'buyer' }, { id: 'me' }] } as Conversation
  expect(summary(listWithMessage([inbox], 'a', message('3', 3, 'colleague'), 'me'))).toEqual([['a', '3', 1]])
  expect(summary(listWithMessage([inbox], 'a', message('3', 3, 'buyer'), 'me'))).toEqual([['a', '3', 2]])
})

test('a deleted message loses its text, also where it is answered', () => {
  const at = '2026-11-21T12:05:00.000Z'
  const answered = { name: 'Анна', line: 'Секрет', is_deleted: false }
  const one = { ...message('1', 1), body: 'Секрет', files: [], deleted_at: null, reply_to: null, answered: null }
  const other = { ...message('2', 2), body: 'Да', files: [], deleted_at: null, reply_to: '1', answered }
  expect(withoutText(one, '1', at)).toMatchObject({ body: '', deleted_at: at })
  expect(withoutText(other, '1', at)).toMatchObject({ body: 'Да', answered: { line: '', is_deleted: true } })
  expect(withoutText(other, '3', at)).toBe(other)
})
