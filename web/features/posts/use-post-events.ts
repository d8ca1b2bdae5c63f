import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/events.ts'
import { useApp } from '#web/lib/app-context.ts'
import { postQuery } from './api.ts'
import { withComment } from './held-posts.ts'
import { changePost, renewPost, renewPosts } from './post-cache.ts'

type PostEvent = Extract<LiveEvent, { type: 'post_changed' | 'post_edited' | 'post_removed' | 'hello' }>

/** Milliseconds: a response fetched at most this long before a screen subscribes is fresh enough. */
const justRead = 2000

/** Applies the events of the watched posts wherever the posts are shown. */
export function usePostEvents(): (event: PostEvent, since: number) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return (event, since) => {
    if (event.type === 'hello') {
      // Events arrive from here on; changes since an older list was fetched were missed.
      void renewPosts(queries, since - justRead)
      return
    }
    if (event.type === 'post_removed' || event.type === 'post_edited') {
      void renewPost(queries, event.post_id)
      return
    }
    const { post_id: id, likes_count, comments_count, comment } = event
    const { queryKey } = postQuery(api, id)
    const known = queries.getQueryData(queryKey)?.post
    changePost(queries, id, () => ({ likes_count, comments_count }))
    if (!known) return
    if (comment) queries.setQueryData(queryKey, data => data && { post: withComment(data.post, comment) })
    // What the person may do to a comment is not in the event.
    if (comment ? known.can.remove : known.comments_count !== comments_count)
      void queries.invalidateQueries({ queryKey })
  }
}
