import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { ownChanges } from './own-changes.ts'

const post = (id: string) => ({ id, liked_by_me: false, likes_count: 3 }) as Post
const queryKey = ['member', 'feed']

/** Reads a page of the feed from before the person's changes. */
async function read(queries: QueryClient, ...ids: string[]): Promise<{ results: Post[]; count: number } | undefined> {
  await queries.fetchQuery({ queryKey, queryFn: async () => ({ results: ids.map(post), count: ids.length }) })
  return queries.getQueryData(queryKey)
}

test('a late response does not bring back a post that is being deleted, unless the server refused', async () => {
  const queries = new QueryClient()
  ownChanges(queries).removed.add('b')
  expect(await read(queries, 'a', 'b')).toEqual({ results: [post('a')], count: 1 })
  ownChanges(queries).removed.delete('b')
  expect(await read(queries, 'a', 'b')).toMatchObject({ count: 2 })
})

test('a late response does not remove a like', async () => {
  const queries = new QueryClient()
  ownChanges(queries).liked.set('a', false)
  expect(await read(queries, 'a')).toMatchObject({ results: [{ liked_by_me: true, likes_count: 3 }] })
  ownChanges(queries).liked.set('a', true)
  expect(await read(queries, 'a')).toMatchObject({ results: [{ liked_by_me: true, likes_count: 4 }] })
})
