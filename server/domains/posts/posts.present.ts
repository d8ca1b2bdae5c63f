import type { User } from '#contract/accounts.ts'
import type { Comment, Post } from '#contract/posts.ts'
import type { ProductCard } from '#contract/products.ts'
import { presentUser } from '#server/domains/companies/companies.present.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { timeSince } from '#server/platform/time-since.ts'
import { canReadHiddenReason, canRemovePost } from '#server/policy/posts.ts'
import type { AuthorRow, CommentRow, PostRow } from './post-rows.queries.ts'

export interface Addresses {
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
}

export function presentAuthor({ showEmail, ...row }: AuthorRow, { media, publicUrl }: Addresses): User {
  return presentUser(row, { showEmail, media, publicUrl })
}

function presentTime(time: Date) {
  return { created_at: time.toISOString(), created_at_formatted: timeSince(time) }
}

/** `product` is the card of the post's product; `actor` is the reader. */
export function presentPost(row: PostRow, product: ProductCard | null, addresses: Addresses, actor: Actor): Post {
  const authored = { authorId: row.author.id }
  return {
    id: row.id,
    body: row.body,
    created_by: presentAuthor(row.author, addresses),
    ...presentTime(row.createdAt),
    likes_count: row.likesCount,
    comments_count: row.commentsCount,
    liked_by_me: row.likedByMe,
    is_private: row.isPrivate,
    is_request: row.isRequest,
    attachments: (row.attachments ?? []).map(({ id, mediaKey }) => ({ id, ...addresses.media.urls(mediaKey) })),
    product,
    hidden_reason: canReadHiddenReason(actor, authored) ? row.hiddenReason : null,
    can: { remove: canRemovePost(actor, authored) },
  }
}

export function presentComment(row: CommentRow, addresses: Addresses): Comment {
  return {
    id: row.id,
    body: row.body,
    created_by: presentAuthor(row.author, addresses),
    ...presentTime(row.createdAt),
  }
}
