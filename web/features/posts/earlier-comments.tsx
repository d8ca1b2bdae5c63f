import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostDetail } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.ts'
import { moreComments, postQuery } from './api.ts'
import { withEarlierComments } from './held-posts.ts'

const commentForms = ['комментарий', 'комментария', 'комментариев'] as const

/** Above the comments, which are the latest: fetches those before them. */
export function EarlierComments({ post }: { post: PostDetail }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [oldest] = post.comments
  const more = useMutation({
    mutationFn: (before: string) =>
      api.call('GET /posts/:id/', { params: { id: post.id }, query: { comments: moreComments, before } }),
    onSuccess: ({ post: { comments } }) =>
      queries.setQueryData(
        postQuery(api, post.id).queryKey,
        data => data && { post: withEarlierComments(data.post, comments) },
      ),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  const left = post.comments_count - post.comments.length
  if (!oldest || left <= 0) return null
  return (
    <ShowMore
      what={counted(Math.min(left, moreComments), commentForms)}
      busy={more.isPending}
      onClick={() => more.mutate(oldest.id)}
    />
  )
}
