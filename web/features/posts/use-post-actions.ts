import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { changePost, takePost } from './post-cache.ts'

const sayWhy = (error: Error) => showToast({ message: error.message, tone: 'danger' })

/** The mark is there at once; the count rises when the server says that the like is new. */
export function useLikePost(): (post: Post) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Post) => api.call('POST /posts/:id/like/', { params: { id } }),
    onMutate: ({ id }) => changePost(queries, id, () => ({ liked_by_me: true })),
    onSuccess: ({ message }, { id, likes_count: before }) => {
      if (message !== 'like created') return
      // The event stream may have told of it already.
      changePost(queries, id, now => ({ likes_count: Math.max(now.likes_count, before + 1) }))
    },
    onError: (error, { id }) => {
      changePost(queries, id, () => ({ liked_by_me: false }))
      sayWhy(error)
    },
  })
  return mutate
}

export function useReportPost(): (post: Post) => void {
  const { api } = useApp()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Post) => api.call('POST /posts/:id/report/', { params: { id } }),
    onSuccess: () => showToast({ message: 'The post was reported' }),
    onError: sayWhy,
  })
  return mutate
}

/** Deletes a post: it leaves every list at once and comes back to its place when the server refuses. */
export function useRemovePost({ onRemoved }: { onRemoved?: () => void }): (post: Post) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Post) => api.call('DELETE /posts/:id/delete/', { params: { id } }),
    onMutate: post => takePost(queries, post),
    onSuccess: async () => {
      showToast({ message: 'The post was deleted' })
      onRemoved?.()
      await queries.invalidateQueries({ queryKey: ['member', 'trends'] })
    },
    onError: (error, _, putBack) => {
      putBack?.()
      sayWhy(error)
    },
  })
  return mutate
}
