import type { Product } from '#contract/products.ts'
import { CircleAlert } from '#web/ui/icons.ts'

/** Why a moderator has sent the product back or taken it down. */
export function ReviewNote({ review }: { review: NonNullable<Product['review']> }) {
  return (
    <section
      aria-labelledby="review"
      className="mb-5 flex items-start gap-3 rounded-lg border border-edge/60 bg-accent-soft px-4 py-3"
    >
      <CircleAlert size={20} className="mt-0.5 shrink-0 text-accent-strong" />
      <div className="min-w-0">
        <h2 id="review" className="text-lg">
          {review.state === 'returned' ? 'Вернули на доработку' : 'Снято с публикации'}
        </h2>
        <p className="wrap-anywhere whitespace-pre-line">{review.reason}</p>
      </div>
    </section>
  )
}
