import { expect, test } from 'vitest'
import type { Comment, Post, PostDetail } from '#contract/posts.ts'
import {
  holdsPosts,
  postsOf,
  withChange,
  withComment,
  withEarlierComments,
  withoutPost,
  withPost,
} from './held-posts.ts'

const post = (id: string) => ({ id, likes_count: 0, comments_count: 0 }) as Post
const feed = (...ids: string[]) => ({ count: ids.length, next: null, previous: null, results: ids.map(post) })
const profile = (...ids: string[]) => ({ user: {}, posts: ids.map(post) })
const one = (id: string) => ({ post: { ...post(id), comments: [] as Comment[] } as PostDetail })
const ids = (data: Parameters<typeof postsOf>[0]) => postsOf(data).map(({ id }) => id)

test.each<[string, unknown, boolean]>([
  ['a page of the feed', feed('a'), true],
  ['a profile without posts', profile(), true],
  ['one post', one('a'), true],
  ['a request with a post', { id: 'r', post: 'a' }, false],
  ['a request without one', { id: 'r', post: null }, false],
  ['a list of products', { count: 1, results: [{ id: 1, name: 'Туя' }] }, false],
  ['friends', { friends: [], requests: [] }, false],
  ['a plain list', [post('a')], false],
  ['nothing yet', undefined, false],
])('%s', (_, data, holds) => {
  expect(holdsPosts(data)).toBe(holds)
})

test.each([feed('a', 'b'), profile('a', 'b'), one('b')])('a change affects only its post', data => {
  const changed = withChange(data, 'b', () => ({ likes_count: 7 }))
  expect(postsOf(changed).map(({ likes_count }) => likes_count)).toEqual(
    postsOf(data).map(({ id }) => (id === 'b' ? 7 : 0)),
  )
  expect(withChange(data, 'elsewhere', () => ({ likes_count: 7 }))).toBe(data)
})

test('a post is removed from its lists and put back at its place', () => {
  const left = withoutPost(feed('a', 'b', 'c'), 'b')
  expect([ids(left), left.count]).toEqual([['a', 'c'], 2])
  const back = withPost(left, post('b'), 1)
  expect([ids(back), back.count]).toEqual([['a', 'b', 'c'], 3])
  expect(withPost(back, post('b'), 0)).toBe(back)
  expect(withoutPost(one('b'), 'b')).toEqual(one('b'))
})

test('a comment that arrives twice is shown once', () => {
  const comment = { id: 'k' } as Comment
  const answered = withComment(one('a').post, comment)
  expect(withComment(answered, comment).comments).toEqual([comment])
})

test('earlier comments come before those that are shown, each once', () => {
  const comment = (id: string) => ({ id }) as Comment
  const shown = { ...one('a').post, comments: [comment('c'), comment('d')] }
  const whole = withEarlierComments(shown, [comment('a'), comment('b'), comment('c')])
  expect(whole.comments.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})
