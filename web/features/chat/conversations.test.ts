import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chat.ts'
import { joinLists } from './conversations.ts'

/** Conversations by number, the largest being the latest. */
const list = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => {
    const number = from - index
    return { id: String(number), modified_at: new Date(number * 1000).toISOString() } as Conversation
  })

test('keeps later pages when the first page is refetched', () => {
  expect(joinLists(list(150, 1), list(151, 52)).map(({ id }) => Number(id))).toEqual(
    list(151, 1).map(({ id }) => Number(id)),
  )
})

test('treats a page that is not full as the whole list', () => {
  expect(joinLists(list(9, 1), list(9, 3))).toEqual(list(9, 3))
  expect(joinLists([], [])).toEqual([])
})
