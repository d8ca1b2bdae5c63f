import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { joinStretches, withMessage } from './messages.ts'

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`
const message = (minute: number) => ({ id: String(minute), created_at: at(minute) }) as Message
const stretch = (minutes: number[], has_earlier = false) => ({ messages: minutes.map(message), has_earlier })
const minutes = (messages: Message[]) => messages.map(({ id }) => Number(id))

test('inserts a message by time, and only once', () => {
  const shown = [1, 3].map(message)
  expect(minutes(withMessage(shown, message(4)))).toEqual([1, 3, 4])
  expect(minutes(withMessage(shown, message(2)))).toEqual([1, 2, 3])
  expect(minutes(withMessage(shown, message(3)))).toEqual([1, 3])
  expect(minutes(withMessage([], message(3)))).toEqual([3])
})

test('keeps earlier messages when the latest are refetched', () => {
  const joined = joinStretches(stretch([1, 2, 3, 4], true), stretch([3, 4, 5], true))
  expect(minutes(joined.messages)).toEqual([1, 2, 3, 4, 5])
  expect(joined.has_earlier).toBe(true)
  expect(joinStretches(stretch([1, 2, 3]), stretch([3, 4], true)).has_earlier).toBe(false)
})

test('shows only the latest messages across a gap', () => {
  const joined = joinStretches(stretch([1, 2]), stretch([5, 6], true))
  expect(minutes(joined.messages)).toEqual([5, 6])
  expect(joined.has_earlier).toBe(true)
})

test('keeps messages that arrived during the request', () => {
  expect(minutes(joinStretches(stretch([1, 2, 3]), stretch([1, 2])).messages)).toEqual([1, 2, 3])
  expect(minutes(joinStretches(stretch([1]), stretch([])).messages)).toEqual([1])
})
