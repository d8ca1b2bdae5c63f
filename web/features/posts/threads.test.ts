import { expect, it } from 'vitest'
import { threadsOf } from './threads.ts'

const comment = (id: string, reply_to: string | null = null) => ({ id, reply_to })
const shapeOf = (comments: ReturnType<typeof comment>[]) =>
  threadsOf(comments).map(thread => [thread.comment.id, ...thread.replies.map(({ id }) => id)])

it('answers stand below what they answer, answers to answers beside them', () => {
  const comments = [comment('a'), comment('b'), comment('c', 'a'), comment('d', 'c'), comment('e', 'b'), comment('f')]
  expect(shapeOf(comments)).toEqual([['a', 'c', 'd'], ['b', 'e'], ['f']])
})

it('an answer to what is not shown stands by itself', () => {
  expect(shapeOf([comment('b', 'gone'), comment('c', 'b')])).toEqual([['b', 'c']])
})
