import { useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/posts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CompanyAfterName } from '#web/ui/person-company.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { CommentActions } from './comment-actions.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { Edited } from './edited.tsx'
import { PostBody } from './post-body.tsx'
import { PostProduct } from './post-product.tsx'
import { textParts } from './post-text.ts'
import { type Thread, threadsOf } from './threads.ts'

interface CommentListProps {
  postId: string
  comments: readonly Comment[]
  /** Begins an answer to a comment; `undefined` where nobody may answer. */
  onReply?: ((comment: Comment) => void) | undefined
}

/**
 * Oldest first; comments that arrive while the page is open are announced, but not the earlier ones that are fetched on
 * request: there may be fifty at once.
 */
export function CommentList({ comments, ...rest }: CommentListProps) {
  const [oldest] = useState(comments[0]?.id)
  const threads = threadsOf(comments)
  const start = Math.max(
    0,
    threads.findIndex(({ comment, replies }) => [comment, ...replies].some(({ id }) => id === oldest)),
  )
  const items = (some: readonly Thread[]) =>
    some.map(thread => <ThreadItem key={thread.comment.id} thread={thread} {...rest} />)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {start > 0 && <ul className="grid gap-4">{items(threads.slice(0, start))}</ul>}
      <ul aria-live="polite" className="grid gap-4">
        {items(threads.slice(start))}
      </ul>
    </div>
  )
}

type ThreadItemProps = Omit<CommentListProps, 'comments'> & { thread: Thread }

function ThreadItem({ thread: { comment, replies }, ...rest }: ThreadItemProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Item comment={comment} {...rest} />
      {replies.length > 0 && (
        <ul aria-label={`Ответы: ${comment.created_by.name}`} className="grid gap-4 pl-6 sm:pl-14">
          {replies.map(reply => (
            <li key={reply.id}>
              <Item comment={reply} {...rest} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Item({ comment, postId, onReply }: Omit<CommentListProps, 'comments'> & { comment: Comment }) {
  return (
    <div className="flex items-start gap-3">
      <Link to={`/profile/${comment.created_by.id}`} aria-hidden tabIndex={-1} className="shrink-0">
        <Avatar src={comment.created_by.get_avatar} className="size-11" />
      </Link>
      <div className="min-w-0 flex-1 rounded-lg rounded-tl-none border border-line bg-surface px-4 pt-3 pb-1.5">
        <div className="flex items-start justify-between gap-2">
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
              {comment.edited_at !== null && (
                <span className="ml-3">
                  <Edited at={comment.edited_at} />
                </span>
              )}
            </span>
          </p>
          <CommentMenu postId={postId} comment={comment} />
        </div>
        {comment.body && <PostBody parts={textParts(comment.body)} />}
        {comment.product ? (
          <PostProduct product={comment.product} />
        ) : (
          !comment.body && <p className="text-muted">Объявление снято с публикации.</p>
        )}
        <CommentActions postId={postId} comment={comment} onReply={onReply} />
      </div>
    </div>
  )
}
