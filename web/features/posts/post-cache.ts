import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { holdsPosts, postsOf, withChange, withoutPost, withPost } from './held-posts.ts'

const holders = (queries: QueryClient) =>
  queries.getQueryCache().findAll({ queryKey: ['member'], predicate: ({ state }) => holdsPosts(state.data) })

/** Rewrites every answer that holds posts. How old it is stays known: a like does not make a list new. */
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
 * Takes a post out of every list, also out of those that are just being read anew. Gives the function that puts it
 * back to its places.
 */
export async function takePost(queries: QueryClient, post: Post): Promise<() => void> {
  await queries.cancelQueries({ queryKey: ['member'], predicate: ({ state }) => holdsPosts(state.data) })
  const places = holders(queries).flatMap(({ queryKey, state }) => {
    const place = holdsPosts(state.data) ? postsOf(state.data).findIndex(other => other.id === post.id) : -1
    return place < 0 ? [] : [{ queryKey, place }]
  })
  rewrite(queries, data => withoutPost(data, post.id))
  return () => {
    for (const { queryKey, place } of places)
      queries.setQueryData(queryKey, (data: unknown) => (holdsPosts(data) ? withPost(data, post, place) : data))
  }
}

/** Reads anew whatever shows this post. */
export async function renewPost(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: ['member'],
    predicate: ({ state }) => holdsPosts(state.data) && postsOf(state.data).some(post => post.id === id),
  })
}

/** Reads anew whatever shows posts, and the trends that are made of them. */
export async function renewPosts(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    queryKey: ['member'],
    predicate: ({ queryKey, state }) => holdsPosts(state.data) || queryKey[1] === 'trends',
  })
}
