import { expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { type FriendsPage, withAnswer, withoutAnswer } from './answer-request.ts'

const person = (id: string, friends_count = 0) => ({ id, name: id, friends_count }) as User
const request = (id: string) => ({ id: `request of ${id}`, created_by: person(id) })
const page: FriendsPage = {
  user: person('me', 1),
  friends: [person('anna', 3)],
  requests: ['boris', 'vera'].map(request),
}

const summary = ({ user, friends, requests }: FriendsPage) => [
  user.friends_count,
  friends.map(friend => [friend.id, friend.friends_count]),
  requests.map(({ created_by }) => created_by.id),
]

test('accepting makes both friends', () => {
  expect(summary(withAnswer(page, request('boris'), 'accepted'))).toEqual([
    2,
    [
      ['boris', 1],
      ['anna', 3],
    ],
    ['vera'],
  ])
})

test('rejecting only removes the request', () => {
  expect(summary(withAnswer(page, request('vera'), 'rejected'))).toEqual([1, [['anna', 3]], ['boris']])
})

test('reverts a refused answer, but not one given meanwhile', () => {
  const both = withAnswer(withAnswer(page, request('boris'), 'accepted'), request('vera'), 'rejected')
  expect(summary(withoutAnswer(both, request('boris'), page.requests))).toEqual([1, [['anna', 3]], ['boris']])
  const one = withAnswer(page, request('boris'), 'accepted')
  expect(withoutAnswer(one, request('boris'), page.requests)).toEqual(page)
})
