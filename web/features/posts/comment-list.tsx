import { useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/posts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CompanyAfterName } from '#web/ui/person-company.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { PostBody } from './post-body.tsx'
import { PostProduct } from './post-product.tsx'
import { textParts } from './post-text.ts'

/**
 * Oldest first; comments that arrive while the page is open are announced, but not the earlier ones that are fetched on
 * request: there may be fifty at once.
 */
export function CommentList({ comments }: { comments: readonly Comment[] }) {
  const [oldest] = useState(comments[0]?.id)
  const start = Math.max(
    0,
    comments.findIndex(({ id }) => id === oldest),
  )
  const items = (some: readonly Comment[]) => some.map(comment => <Item key={comment.id} comment={comment} />)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {start > 0 && <ul className="grid gap-4">{items(comments.slice(0, start))}</ul>}
      <ul aria-live="polite" className="grid gap-4">
        {items(comments.slice(start))}
      </ul>
    </div>
  )
}

function Item({ comment }: { comment: Comment }) {
  return (
    <li className="flex items-start gap-3">
      <Link to={`/profile/${comment.created_by.id}`} aria-hidden tabIndex={-1} className="shrink-0">
        <Avatar src={comment.created_by.get_avatar} className="size-11" />
      </Link>
      <div className="min-w-0 flex-1 rounded-lg rounded-tl-none border border-line bg-surface px-4 py-3">
        <p className="mb-1 flex flex-wrap items-baseline gap-x-3 leading-snug">
          <span className="min-w-0">
            <Link
              to={`/profile/${comment.created_by.id}`}
              className="inline-block min-h-6 font-semibold wrap-anywhere text-ink no-underline hover:text-leaf hover:underline"
            >
              {comment.created_by.name}
            </Link>
            <CompanyAfterName team={comment.created_by.team} />
          </span>
          <span className="text-sm text-muted">
            <TimeAgo of={comment} />
          </span>
        </p>
        {comment.body && <PostBody parts={textParts(comment.body)} />}
        {comment.product ? (
          <PostProduct product={comment.product} />
        ) : (
          !comment.body && <p className="text-muted">Объявление снято с публикации.</p>
        )}
      </div>
    </li>
  )
}
