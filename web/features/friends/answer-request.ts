import type { AnswerOf } from '#contract/calls.ts'
import type { FriendshipRequest } from '#contract/friends.ts'

export type FriendsPage = AnswerOf<'GET /friends/:id/'>
export type FriendshipAnswer = 'accepted' | 'rejected'

/** The page after this request is answered. */
export function withAnswer(page: FriendsPage, { created_by: person }: FriendshipRequest, answer: FriendshipAnswer) {
  const requests = page.requests.filter(request => request.created_by.id !== person.id)
  if (answer === 'rejected' || page.friends.some(friend => friend.id === person.id)) return { ...page, requests }
  return {
    user: { ...page.user, friends_count: page.user.friends_count + 1 },
    friends: [{ ...person, friends_count: person.friends_count + 1 }, ...page.friends],
    requests,
  }
}

/** Reverts `withAnswer` but no other changes; `before` has the request's place. */
export function withoutAnswer(
  page: FriendsPage,
  { created_by: person }: FriendshipRequest,
  before: readonly FriendshipRequest[],
): FriendsPage {
  const shown = new Set([person.id, ...page.requests.map(request => request.created_by.id)])
  const friends = page.friends.filter(friend => friend.id !== person.id)
  const gained = page.friends.length - friends.length
  return {
    user: { ...page.user, friends_count: page.user.friends_count - gained },
    friends,
    requests: before.filter(request => shown.has(request.created_by.id)),
  }
}
