import type { TradeSide } from '#contract/requests.ts'
import type { Review } from '#contract/reviews.ts'
import type { ReviewRow } from '../trade.tables.ts'

/** As this side of its deal sees it, or everybody (`null`). `null`: a moderator has hidden it from them. */
export function presentReview(row: ReviewRow, reader: TradeSide | null): Review | null {
  if (row.hiddenAt !== null && reader !== 'buyer') return null
  const hasReply = row.replyHiddenAt === null || reader === 'company'
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    created_at: row.createdAt.toISOString(),
    reply: hasReply ? row.reply : null,
    replied_at: hasReply ? (row.repliedAt?.toISOString() ?? null) : null,
    hidden_reason: row.hiddenAt && row.hiddenReason,
    reply_hidden_reason: hasReply && row.replyHiddenAt !== null ? row.replyHiddenReason : null,
  }
}
