import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { getSession } from '#web/lib/session.ts'
import { holdsPosts, postsOf, withChange, withoutPost } from './held-posts.ts'

/** The signed-in person's changes to posts since the page was opened. */
interface OwnChanges {
  person: string
  removed: Set<string>
  /** Whether the server has confirmed the like yet. */
  liked: Map<string, boolean>
}

const changes = new WeakMap<QueryClient, OwnChanges>()

/**
 * A response may be from before a change that the person has made meanwhile. It is corrected before any screen shows it,
 * so that a slow call or a late response undoes nothing.
 */
function watchAnswers(queries: QueryClient): void {
  queries.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { data, dataUpdatedAt: updatedAt } = event.query.state
    if (!holdsPosts(data)) return
    const { removed, liked } = ownChanges(queries)
    const addLike = (post: Post) => ({
      liked_by_me: true,
      likes_count: post.likes_count + (liked.get(post.id) ? 1 : 0),
    })
    const right = postsOf(data).reduce((answer, { id, liked_by_me: isLiked }) => {
      if (removed.has(id)) return withoutPost(answer, id)
      return liked.has(id) && !isLiked ? withChange(answer, id, addLike) : answer
    }, data)
    if (right !== data) queries.setQueryData(event.query.queryKey, right, { updatedAt })
  })
}

/** The changes to apply to responses; they are discarded when another person signs in. */
export function ownChanges(queries: QueryClient): OwnChanges {
  const person = getSession().user.id
  const known = changes.get(queries)
  if (known?.person === person) return known
  if (!known) watchAnswers(queries)
  const fresh: OwnChanges = { person, removed: new Set(), liked: new Map() }
  changes.set(queries, fresh)
  return fresh
}
