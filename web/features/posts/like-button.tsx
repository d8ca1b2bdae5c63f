import { clsx } from 'clsx'
import type { Post } from '#contract/posts.ts'
import { counted } from '#web/lib/plural.ts'
import { Heart } from '#web/ui/icons.ts'
import { actionStyle, quietAction } from './post-style.ts'
import { useLikePost } from './use-post-actions.ts'

const likeForms = ['отметка', 'отметки', 'отметок'] as const

/** A like cannot be taken back: pressing the button again does nothing. */
export function LikeButton({ post }: { post: Post }) {
  const like = useLikePost()
  const { liked_by_me: isLiked, likes_count: count } = post
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Нравится, ${counted(count, likeForms)}`}
      onClick={() => {
        if (!isLiked) like(post)
      }}
      className={clsx(actionStyle, isLiked ? 'cursor-default text-accent' : quietAction)}
    >
      <Heart
        size={20}
        fill={isLiked ? 'currentColor' : 'none'}
        className={clsx('transition-transform duration-200', isLiked && 'scale-110')}
      />
      {count}
    </button>
  )
}
