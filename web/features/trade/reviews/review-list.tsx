import { useMutation } from '@tanstack/react-query'
import type { Review, ReviewPart } from '#contract/reviews.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { EyeOff, Flag } from '#web/ui/icons.ts'
import { Stars } from '#web/ui/rating.tsx'
import { showToast } from '#web/ui/toast.ts'

// By Moscow's day on the server and in the browser alike.
const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

const reviewParts: readonly ReviewPart[] = ['review', 'reply']

/** What buyers say of a company, and what it answers. */
export function ReviewList({ reviews, companyName }: { reviews: readonly Review[]; companyName: string }) {
  return (
    <ul className="grid gap-5">
      {reviews.map(review => (
        <li key={review.id} className="border-b border-line pb-5 last:border-0 last:pb-0">
          <ReviewText review={review} companyName={companyName} reported={reviewParts} />
        </li>
      ))}
    </ul>
  )
}

interface ReviewTextProps {
  review: Review
  companyName: string
  /** What its reader may report. */
  reported: readonly ReviewPart[]
}

export function ReviewText({ review, companyName, reported }: ReviewTextProps) {
  const { id, rating, text, created_at, reply, hidden_reason, reply_hidden_reason } = review
  return (
    <>
      {hidden_reason !== null && <Hidden what="Отзыв" reason={hidden_reason} />}
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars of={rating} />
        <time dateTime={created_at} className="text-sm text-muted">
          {dates.format(new Date(created_at))}
        </time>
        {hidden_reason === null && reported.includes('review') && <ReportButton id={id} part="review" />}
      </p>
      {text && <p className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
      {reply !== null && (
        <div className="mt-3 max-w-prose border-l-2 border-leaf pl-4">
          {reply_hidden_reason !== null && <Hidden what="Ответ" reason={reply_hidden_reason} />}
          <p className="flex flex-wrap items-center gap-x-3 text-sm wrap-anywhere text-muted">
            Отвечает {companyName}
            {reply_hidden_reason === null && reported.includes('reply') && <ReportButton id={id} part="reply" />}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{reply}</p>
        </div>
      )}
    </>
  )
}

/** To its author alone. */
function Hidden({ what, reason }: { what: string; reason: string }) {
  return (
    <p className="mb-2 flex gap-2 text-sm">
      <EyeOff size={18} className="mt-0.5 shrink-0 text-accent-strong" />
      <span className="min-w-0 wrap-anywhere">
        {what} скрыт модератором, другие его не видят. Причина: {reason}
      </span>
    </p>
  )
}

/** Only for those who are signed in. */
function ReportButton({ id, part }: { id: string; part: ReviewPart }) {
  const { api } = useApp()
  const { isAuthenticated } = useSession()
  const { mutate } = useMutation({
    mutationFn: () => api.call('POST /reviews/:id/report/', { params: { id }, body: { part } }),
    onSuccess: () => showToast({ message: 'Жалоба отправлена' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  if (!isAuthenticated) return null
  return (
    <button
      type="button"
      onClick={() => mutate()}
      className="inline-flex min-h-6 items-center gap-1 text-sm text-muted hover:text-ink hover:underline"
    >
      <Flag size={14} />
      {part === 'review' ? 'Пожаловаться на отзыв' : 'Пожаловаться на ответ'}
    </button>
  )
}
