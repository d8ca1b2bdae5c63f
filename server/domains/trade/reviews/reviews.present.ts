import type { Review } from '#contract/reviews.ts'
import type { ReviewRow } from '../trade.tables.ts'

export const presentReview = ({ rating, text, createdAt, reply, repliedAt }: ReviewRow): Review => ({
  rating,
  text,
  created_at: createdAt.toISOString(),
  reply,
  replied_at: repliedAt?.toISOString() ?? null,
})
