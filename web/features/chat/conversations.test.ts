import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chat.ts'
import { joinLists } from './conversations.ts'

/** Conversations by number, the largest being the latest. */
const list = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => {
    const number = from - index
    return { id: String(number), modified_at: new Date(number * 1000).toISOString() } as Conversation
  })

test('what lies beyond the first page stays when that is read anew', () => {
  expect(joinLists(list(150, 1), list(151, 52)).map(({ id }) => Number(id))).toEqual(
    list(151, 1).map(({ id }) => Number(id)),
  )
})

test('a page that is not full is all there is', () => {
  expect(joinLists(list(9, 1), list(9, 3))).toEqual(list(9, 3))
  expect(joinLists([], [])).toEqual([])
})
