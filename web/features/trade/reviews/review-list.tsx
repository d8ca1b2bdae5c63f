import type { Review } from '#contract/reviews.ts'
import { Stars } from '#web/ui/rating.tsx'

// By Moscow's day on the server and in the browser alike.
const dates = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})

/** What buyers say of a company, and what it answers. */
export function ReviewList({ reviews, companyName }: { reviews: readonly Review[]; companyName: string }) {
  return (
    <ul className="grid gap-5">
      {reviews.map((review, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reviews have no ids, and a page of them is rendered as a whole
        <li key={index} className="border-b border-line pb-5 last:border-0 last:pb-0">
          <ReviewText review={review} companyName={companyName} />
        </li>
      ))}
    </ul>
  )
}

export function ReviewText({ review, companyName }: { review: Review; companyName: string }) {
  const { rating, text, created_at, reply } = review
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars of={rating} />
        <time dateTime={created_at} className="text-sm text-muted">
          {dates.format(new Date(created_at))}
        </time>
      </p>
      {text && <p className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
      {reply !== null && (
        <div className="mt-3 max-w-prose border-l-2 border-leaf pl-4">
          <p className="text-sm wrap-anywhere text-muted">Отвечает {companyName}</p>
          <p className="wrap-anywhere whitespace-pre-line">{reply}</p>
        </div>
      )}
    </>
  )
}
