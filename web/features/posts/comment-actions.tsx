import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { Comment } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Heart } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { postQuery } from './api.ts'
import { actionStyle, quietAction } from './post-style.ts'

const likeForms = ['отметка', 'отметки', 'отметок'] as const

interface CommentActionsProps {
  postId: string
  comment: Comment
  onReply?: ((comment: Comment) => void) | undefined
}

/** Liking and answering a comment. */
export function CommentActions({ postId, comment, onReply }: CommentActionsProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { queryKey } = postQuery(api, postId)
  const { id, liked_by_me: isLiked, likes_count: count, created_by: author } = comment
  const change = (what: (comment: Comment) => Partial<Comment>) =>
    queries.setQueryData(queryKey, data => {
      if (!data) return data
      const comments = data.post.comments.map(one => (one.id === id ? { ...one, ...what(one) } : one))
      return { post: { ...data.post, comments } }
    })
  const { mutate } = useMutation({
    mutationFn: () => api.call('POST /posts/:id/comments/:comment/like/', { params: { id: postId, comment: id } }),
    onMutate: () => change(() => ({ liked_by_me: true })),
    onSuccess: ({ message }) => {
      if (message === 'like created') change(now => ({ likes_count: Math.max(now.likes_count, count + 1) }))
    },
    onError: error => {
      change(() => ({ liked_by_me: false }))
      showToast({ message: error.message, tone: 'danger' })
    },
  })
  if (!onReply) return null
  return (
    <div className="mt-1 -ml-2.5 flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isLiked}
        aria-label={`Нравится комментарий, ${counted(count, likeForms)}`}
        onClick={() => {
          if (!isLiked) mutate()
        }}
        className={clsx(actionStyle, isLiked ? 'cursor-default text-accent' : quietAction)}
      >
        <Heart size={18} fill={isLiked ? 'currentColor' : 'none'} />
        {count}
      </button>
      <button
        type="button"
        aria-label={`Ответить: ${author.name}`}
        onClick={() => onReply(comment)}
        className={clsx(actionStyle, quietAction)}
      >
        Ответить
      </button>
    </div>
  )
}
