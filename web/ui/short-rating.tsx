import { clsx } from 'clsx'
import { counted } from '#web/lib/plural.ts'

export const reviewForms = ['отзыв', 'отзыва', 'отзывов'] as const

export const marks = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface ShortRatingProps {
  of: { rating?: number | null | undefined; reviews_count?: number | undefined }
  className?: string
}

/** A company's rating beside its name, «4,8 ★ · 12»; nothing while it has none. */
export function ShortRating({ of: { rating, reviews_count: count = 0 }, className }: ShortRatingProps) {
  if (rating == null) return null
  const mean = marks.format(rating)
  return (
    // `relative`: clips the text for screen readers together with the rest.
    <span className={clsx('relative text-sm whitespace-nowrap text-muted tabular-nums', className)}>
      <span aria-hidden>
        {mean}&nbsp;<span className="text-accent">★</span>&nbsp;·&nbsp;{count}
      </span>
      <span className="sr-only">
        , оценка {mean} из 5, {counted(count, reviewForms)}
      </span>
    </span>
  )
}
