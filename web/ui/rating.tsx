import { clsx } from 'clsx'
import { counted } from '#web/lib/plural.ts'
import { Star } from '#web/ui/icons.ts'
import { marks, reviewForms } from './short-rating.tsx'

interface RatingProps {
  /** From 1 to 5; `null` while there are too few reviews for a mean. */
  rating: number | null
  count: number
  className?: string
}

/** What a company's buyers say of it, in one short line; nothing while nobody has said anything. */
export function Rating({ rating, count, className }: RatingProps) {
  if (count === 0) return null
  if (rating === null)
    return (
      <span className={clsx('text-sm whitespace-nowrap text-muted', className)}>
        Мало отзывов<span className="sr-only">: {count}</span>
      </span>
    )
  return (
    <span className={clsx('inline-flex items-center gap-1 text-sm whitespace-nowrap', className)}>
      <Star size={15} fill="currentColor" className="text-accent" />
      <span className="sr-only">Оценка </span>
      <span className="font-semibold tabular-nums">{marks.format(rating)}</span>
      <span className="text-muted">
        <span className="sr-only">из 5, </span>
        {counted(count, reviewForms)}
      </span>
    </span>
  )
}

/** The stars of one review. */
export function Stars({ of }: { of: number }) {
  return (
    <span role="img" aria-label={`Оценка ${of} из 5`} className="inline-flex gap-0.5 text-accent">
      {[1, 2, 3, 4, 5].map(place => (
        <Star key={place} size={17} fill={place <= of ? 'currentColor' : 'none'} />
      ))}
    </span>
  )
}
