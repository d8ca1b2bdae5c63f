import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { joinStretches, withMessage } from './messages.ts'

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`
const message = (minute: number) => ({ id: String(minute), created_at: at(minute) }) as Message
const stretch = (minutes: number[], has_earlier = false) => ({ messages: minutes.map(message), has_earlier })
const minutes = (messages: Message[]) => messages.map(({ id }) => Number(id))

test('a message stands in its place by time, and once', () => {
  const shown = [1, 3].map(message)
  expect(minutes(withMessage(shown, message(4)))).toEqual([1, 3, 4])
  expect(minutes(withMessage(shown, message(2)))).toEqual([1, 2, 3])
  expect(minutes(withMessage(shown, message(3)))).toEqual([1, 3])
  expect(minutes(withMessage([], message(3)))).toEqual([3])
})

test('earlier messages stay when the latest are read anew', () => {
  const joined = joinStretches(stretch([1, 2, 3, 4], true), stretch([3, 4, 5], true))
  expect(minutes(joined.messages)).toEqual([1, 2, 3, 4, 5])
  expect(joined.has_earlier).toBe(true)
  expect(joinStretches(stretch([1, 2, 3]), stretch([3, 4], true)).has_earlier).toBe(false)
})

test('across a gap only the latest are shown', () => {
  const joined = joinStretches(stretch([1, 2]), stretch([5, 6], true))
  expect(minutes(joined.messages)).toEqual([5, 6])
  expect(joined.has_earlier).toBe(true)
})

test('what came while the answer was on its way stays', () => {
  expect(minutes(joinStretches(stretch([1, 2, 3]), stretch([1, 2])).messages)).toEqual([1, 2, 3])
  expect(minutes(joinStretches(stretch([1]), stretch([])).messages)).toEqual([1])
})
