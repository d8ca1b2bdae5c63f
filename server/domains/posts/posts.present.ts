import type { User } from '#contract/accounts.ts'
import type { Comment, Post, Wanted } from '#contract/posts.ts'
import type { ProductCard } from '#contract/products.ts'
import { presentUser } from '#server/domains/companies/companies.present.ts'
import { productCards } from '#server/domains/products/product-cards.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { timeSince } from '#server/platform/time-since.ts'
import {
  canEditComment,
  canEditPost,
  canReadHiddenReason,
  canRemoveComment,
  canRemovePost,
  canSupply,
} from '#server/policy/posts.ts'
import type { AuthorRow, CommentRow, PostRow } from './post-rows.queries.ts'
import { mentionWriter } from './writing/mentions.service.ts'

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

/** The request is named to those who may open it. */
function presentWanted({ wanted, author }: PostRow, actor: Actor): Wanted | null {
  if (wanted === null) return null
  const { request, lines, deadline, isOpen, hasCome } = wanted
  return {
    lines_count: lines,
    deadline: new Date(deadline).toISOString(),
    is_open: isOpen,
    request: hasCome || author.id === actor.id ? request : null,
  }
}

/** `product` is the card of the post's product; `actor` is the reader. */
export function presentPost(row: PostRow, product: ProductCard | null, addresses: Addresses, actor: Actor): Post {
  const authored = { authorId: row.author.id }
  const supplies = canSupply(actor, { ...authored, isHidden: row.hiddenReason !== null, isRequest: row.isRequest })
  return {
    id: row.id,
    body: row.body,
    created_by: presentAuthor(row.author, addresses),
    ...presentTime(row.createdAt),
    edited_at: row.editedAt?.toISOString() ?? null,
    likes_count: row.likesCount,
    comments_count: row.commentsCount,
    liked_by_me: row.likedByMe,
    is_private: row.isPrivate,
    is_request: row.isRequest,
    attachments: (row.attachments ?? []).map(({ id, mediaKey }) => ({ id, ...addresses.media.urls(mediaKey) })),
    product,
    wanted: presentWanted(row, actor),
    hidden_reason: canReadHiddenReason(actor, authored) ? row.hiddenReason : null,
    can: {
      edit: canEditPost(actor, {
        ...authored,
        isHidden: row.hiddenReason !== null,
        isOfProduct: row.productId !== null,
      }),
      remove: canRemovePost(actor, authored),
      offer: supplies,
      quote: supplies && row.wanted?.isOpen === true,
    },
  }
}

/** Presents comments with the listings that are offered in them; only published ones are shown. */
export async function presentComments(
  db: Db | Tx,
  { media, publicUrl }: Addresses,
  rows: CommentRow[],
  actor: Actor,
): Promise<Comment[]> {
  const offered = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  const cards = await productCards(db, media, offered)
  const write = await mentionWriter(
    db,
    actor,
    rows.map(({ body }) => body),
  )
  return rows.map(row => {
    const card = cards.get(row.productId ?? 0)
    return {
      id: row.id,
      body: write(row.body),
      created_by: presentAuthor(row.author, { media, publicUrl }),
      ...presentTime(row.createdAt),
      edited_at: row.editedAt?.toISOString() ?? null,
      reply_to: row.replyToId,
      likes_count: row.likesCount,
      liked_by_me: row.likedByMe,
      product: card?.is_active ? card : null,
      can: {
        edit: canEditComment(actor, { authorId: row.author.id }),
        remove: canRemoveComment(actor, { authorId: row.author.id, hostId: row.hostId }),
      },
    }
  })
}
