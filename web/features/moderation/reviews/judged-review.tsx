import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { JudgedReview } from '#contract/moderation/reviews.ts'
import { Stars } from '#web/ui/rating.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { momentOf } from '../dates.ts'

interface JudgedReviewItemProps {
  review: JudgedReview
  /** The reports and what can be done. */
  children: ReactNode
}

/** A review with its reply; the part that is decided on is marked. */
export function JudgedReviewItem({ review, children }: JudgedReviewItemProps) {
  const { part, company, created_by: buyer, rating, text, created_at, reply, replied_at } = review
  const box = (isJudged: boolean) =>
    clsx('rounded-md border p-4', isJudged ? 'border-accent bg-surface' : 'border-line text-muted')
  return (
    <li className="grid min-w-0 items-start gap-4 border-b border-line pb-6 last:border-0 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-8">
      <article aria-label={part === 'review' ? 'Отзыв' : 'Ответ на отзыв'} className="grid min-w-0 gap-3">
        <p>
          {part === 'review' ? 'Отзыв о компании ' : 'Ответ компании '}
          <Link to={`/teams/get_current_team/${company.id}`} className="link wrap-anywhere">
            {company.company_name}
          </Link>{' '}
          <ShortRating of={company} />
        </p>
        <div className={box(part === 'review')}>
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            <Stars of={rating} />
            <Link to={`/profile/${buyer.id}`} className="link wrap-anywhere">
              {buyer.name}
            </Link>
            <time dateTime={created_at} className="text-muted">
              {momentOf(created_at)}
            </time>
          </p>
          <p className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">{text || 'Без текста'}</p>
        </div>
        {reply !== null && (
          <div className={box(part === 'reply')}>
            <p className="text-sm text-muted">
              Ответ компании, <time dateTime={replied_at ?? undefined}>{momentOf(replied_at ?? created_at)}</time>
            </p>
            <p className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">{reply}</p>
          </div>
        )}
      </article>
      {children}
    </li>
  )
}
