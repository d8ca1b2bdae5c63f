import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/events.ts'
import { useApp } from '#web/lib/app-context.ts'
import { postQuery } from './api.ts'
import { withComment } from './held-posts.ts'
import { changePost, renewPost, renewPosts } from './post-cache.ts'

type PostEvent = Extract<LiveEvent, { type: 'post_changed' | 'post_removed' | 'hello' }>

/** Milliseconds: what was read so shortly before a screen began to watch it is new enough. */
const justRead = 2000

/** What the event stream tells of the posts that a screen watches, brought to wherever they are shown. */
export function usePostEvents(): (event: PostEvent, since: number) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return (event, since) => {
    if (event.type === 'hello') {
      // From here on everything is told; what happened to an older list is not.
      void renewPosts(queries, since - justRead)
      return
    }
    if (event.type === 'post_removed') {
      void renewPost(queries, event.post_id)
      return
    }
    const { post_id: id, likes_count, comments_count, comment } = event
    const { queryKey } = postQuery(api, id)
    const known = queries.getQueryData(queryKey)?.post
    changePost(queries, id, () => ({ likes_count, comments_count }))
    if (!known) return
    if (comment) queries.setQueryData(queryKey, data => data && { post: withComment(data.post, comment) })
    else if (known.comments_count !== comments_count) void queries.invalidateQueries({ queryKey })
  }
}
