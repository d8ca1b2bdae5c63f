import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { counted } from '#web/lib/plural.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Lock, MessageCircle, ShoppingBasket } from '#web/ui/icons.ts'
import { CompanyAfterName } from '#web/ui/person-company.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { Edited } from './edited.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { LikeButton } from './like-button.tsx'
import { PostBody } from './post-body.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostPictures } from './post-pictures.tsx'
import { PostProduct } from './post-product.tsx'
import { actionStyle, quietAction } from './post-style.ts'
import { isLong, previewParts, textParts } from './post-text.ts'
import { PostWanted } from './post-wanted.tsx'

interface PostCardProps {
  post: Post
  /** On the post's own page: the full text, with comments below. */
  isWhole?: boolean
  /** For moderators' decisions: the full text without actions. */
  isJudged?: boolean
  /** At the top of a list: its pictures are loaded at once. */
  isFirst?: boolean
  /** Called when the server has deleted the post. */
  onRemoved?: () => void
}

const commentForms = ['комментарий', 'комментария', 'комментариев'] as const

export function PostCard({ post, isWhole = false, isJudged = false, isFirst = false, onRemoved }: PostCardProps) {
  const { id, body, created_by: author, product, wanted, is_private, is_request, hidden_reason } = post
  const isUncut = isWhole || isJudged
  const parts = isUncut ? textParts(body) : previewParts(body)
  const isCut = !isUncut && isLong(body)
  const canAnswer = !isJudged && hidden_reason === null
  const path = `/post/${id}`
  const nameId = `author-${id}`
  return (
    <article
      aria-labelledby={nameId}
      className={clsx(
        'rounded-lg border border-line bg-surface px-4 pt-4 shadow-card sm:px-5 sm:pt-5',
        canAnswer ? 'pb-1.5' : 'pb-4 sm:pb-5',
      )}
    >
      <header className="flex items-start gap-3">
        <Link to={`/profile/${author.id}`} aria-hidden tabIndex={-1} className="shrink-0">
          <Avatar src={author.get_avatar} className="size-11" />
        </Link>
        <div className="min-w-0 flex-1 leading-snug">
          <Link
            id={nameId}
            to={`/profile/${author.id}`}
            className="inline-block min-h-6 font-semibold wrap-anywhere text-ink no-underline hover:text-leaf hover:underline"
          >
            {author.name}
          </Link>
          <CompanyAfterName team={author.team} />
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
            {isWhole ? (
              <TimeAgo of={post} />
            ) : (
              <Link
                to={path}
                className="inline-block min-h-6 content-center text-muted no-underline hover:text-leaf hover:underline"
              >
                <TimeAgo of={post} />
              </Link>
            )}
            {post.edited_at !== null && <Edited at={post.edited_at} />}
            {is_request && (
              <Chip tone="accent">
                <ShoppingBasket size={15} />
                Куплю
              </Chip>
            )}
            {is_private && (
              <Chip tone="plain">
                <Lock size={15} />
                Для друзей
              </Chip>
            )}
          </div>
        </div>
        {!isJudged && <PostMenu post={post} onRemoved={onRemoved} />}
      </header>
      {hidden_reason !== null && <HiddenNotice reason={hidden_reason} />}
      <PostPictures pictures={post.attachments} author={author.name} isFirst={isFirst || isWhole} />
      {body && (
        <div className="mt-3">
          <PostBody parts={parts} />
          {isCut && (
            <Link to={path} className="link inline-flex min-h-11 items-center text-sm">
              Читать дальше
            </Link>
          )}
        </div>
      )}
      {product && <PostProduct product={product} eager={isFirst || isWhole} />}
      {wanted && !isJudged && <PostWanted post={post} wanted={wanted} />}
      {canAnswer && (
        <footer className="mt-2 -ml-2.5 flex items-center gap-1">
          <LikeButton post={post} />
          <Link
            to={isWhole ? '#comments' : `${path}#comments`}
            aria-label={counted(post.comments_count, commentForms)}
            className={clsx(actionStyle, quietAction)}
          >
            <MessageCircle size={20} />
            {post.comments_count}
          </Link>
        </footer>
      )}
    </article>
  )
}
