import { Link } from 'react-router'
import type { Comment } from '#contract/posts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CompanyAfterName } from '#web/ui/person-company.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { PostBody } from './post-body.tsx'
import { textParts } from './post-text.ts'

/** Oldest first; comments that arrive while the page is open are announced. */
export function CommentList({ comments }: { comments: readonly Comment[] }) {
  return (
    <ul aria-live="polite" className="grid gap-4">
      {comments.map(comment => (
        <li key={comment.id} className="flex items-start gap-3">
          <Link to={`/profile/${comment.created_by.id}`} aria-hidden tabIndex={-1} className="shrink-0">
            <Avatar src={comment.created_by.get_avatar} className="size-11" />
          </Link>
          <div className="min-w-0 flex-1 rounded-lg rounded-tl-none border border-line bg-surface px-4 py-3">
            <p className="mb-1 flex flex-wrap items-baseline gap-x-3 leading-snug">
              <span className="min-w-0">
                <Link
                  to={`/profile/${comment.created_by.id}`}
                  className="font-semibold wrap-anywhere text-ink no-underline hover:text-leaf hover:underline"
                >
                  {comment.created_by.name}
                </Link>
                <CompanyAfterName team={comment.created_by.team} />
              </span>
              <span className="text-sm text-muted">
                <TimeAgo of={comment} />
              </span>
            </p>
            <PostBody parts={textParts(comment.body)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
