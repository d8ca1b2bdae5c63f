import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { holdsPosts, postsOf, withChange, withoutPost, withPost } from './held-posts.ts'
import { ownChanges } from './own-changes.ts'

const holders = (queries: QueryClient) =>
  queries.getQueryCache().findAll({ queryKey: ['member'], predicate: ({ state }) => holdsPosts(state.data) })

/** Rewrites every cached response with posts. Its age stays the same: a like does not make a list fresh. */
function rewrite(queries: QueryClient, change: <Data extends Parameters<typeof postsOf>[0]>(data: Data) => Data): void {
  for (const { queryKey, state } of holders(queries)) {
    if (holdsPosts(state.data)) queries.setQueryData(queryKey, change(state.data), { updatedAt: state.dataUpdatedAt })
  }
}

/** Changes a post wherever it is shown. */
export function changePost(queries: QueryClient, id: string, change: (post: Post) => Partial<Post>): void {
  rewrite(queries, data => withChange(data, id, change))
}

/**
 * Removes a post from every list, including those that are being loaded or will be. Returns a function that puts it
 * back at its places.
 */
export function takePost(queries: QueryClient, post: Post): () => void {
  const { removed } = ownChanges(queries)
  removed.add(post.id)
  const places = holders(queries).flatMap(({ queryKey, state }) => {
    const place = holdsPosts(state.data) ? postsOf(state.data).findIndex(other => other.id === post.id) : -1
    return place < 0 ? [] : [{ queryKey, place }]
  })
  rewrite(queries, data => withoutPost(data, post.id))
  return () => {
    removed.delete(post.id)
    for (const { queryKey, place } of places)
      queries.setQueryData(queryKey, (data: unknown) => (holdsPosts(data) ? withPost(data, post, place) : data))
  }
}

/** Refetches every response with this post. */
export async function renewPost(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: ['member'],
    predicate: ({ state }) => holdsPosts(state.data) && postsOf(state.data).some(post => post.id === id),
  })
}

/** Refetches every response with posts, and the trends; with `before` only those fetched earlier. */
export async function renewPosts(queries: QueryClient, before = Number.POSITIVE_INFINITY): Promise<void> {
  await queries.invalidateQueries({
    queryKey: ['member'],
    predicate: ({ queryKey, state }) =>
      state.dataUpdatedAt < before && (holdsPosts(state.data) || queryKey[1] === 'trends'),
  })
}
