import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportReason } from '#contract/moderation/reason.ts'
import type { Post } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { postQuery, trendsQuery } from './api.ts'
import { ownChanges } from './own-changes.ts'
import { changePost, takePost } from './post-cache.ts'

const sayWhy = (error: Error) => showToast({ message: error.message, tone: 'danger' })

/** The like is shown at once; the count increases when the server says that the like is new. */
export function useLikePost(): (post: Post) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Post) => api.call('POST /posts/:id/like/', { params: { id } }),
    onMutate: ({ id }) => {
      ownChanges(queries).liked.set(id, false)
      changePost(queries, id, () => ({ liked_by_me: true }))
    },
    onSuccess: ({ message }, { id, likes_count: before }) => {
      ownChanges(queries).liked.set(id, true)
      // The event stream may have reported the like already, and a list fetched meanwhile may be without it.
      const least = message === 'like created' ? before + 1 : 0
      changePost(queries, id, now => ({ liked_by_me: true, likes_count: Math.max(now.likes_count, least) }))
    },
    onError: (error, { id }) => {
      ownChanges(queries).liked.delete(id)
      changePost(queries, id, () => ({ liked_by_me: false }))
      sayWhy(error)
    },
  })
  return mutate
}

interface Removal {
  onRemoved?: (() => void) | undefined
}

function useAfterRemoval({ onRemoved }: Removal): (post: Post) => Promise<void> {
  const { api } = useApp()
  const queries = useQueryClient()
  return async ({ id }) => {
    showToast({ message: 'Запись удалена' })
    onRemoved?.()
    // A later visit to the post's page shows that it is gone; refetching before the person has left would show an error.
    await queries.invalidateQueries({ queryKey: postQuery(api, id).queryKey, refetchType: 'none' })
    await queries.invalidateQueries({ queryKey: trendsQuery(api).queryKey })
  }
}

/** Deletes a post: it disappears from every list at once and returns to its place if the server refuses. */
export function useRemovePost(removal: Removal): (post: Post) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const afterRemoval = useAfterRemoval(removal)
  const { mutate } = useMutation({
    mutationFn: ({ id }: Post) => api.call('DELETE /posts/:id/delete/', { params: { id } }),
    onMutate: post => takePost(queries, post),
    onSuccess: (_, post) => afterRemoval(post),
    onError: (error, _, putBack) => {
      putBack?.()
      sayWhy(error)
    },
  })
  return mutate
}

/** A moderator deletes somebody's post. Throws ApiError; the post stays in the lists until the server has deleted it. */
export function useRemoveTheirPost(
  removal: Removal,
): (post: Post, reason: string, rule: ReportReason) => Promise<void> {
  const { api } = useApp()
  const queries = useQueryClient()
  const afterRemoval = useAfterRemoval(removal)
  return async (post, reason, rule) => {
    await api.call('POST /staff/reports/:id/delete/', { params: { id: post.id }, body: { reason, rule } })
    takePost(queries, post)
    await queries.invalidateQueries({ queryKey: ['member', 'staff'] })
    await afterRemoval(post)
  }
}
