import { z } from 'zod'
import { message } from './chat.ts'
import { notification } from './notifications.ts'
import { comment } from './posts.ts'
import { priceListStatuses } from './price-lists.ts'

/** Posts that one stream may watch. */
export const watchedPosts = 50

/**
 * What happens while somebody has a page open, as `GET /events/` streams it (text/event-stream, each event as the JSON
 * of its `data`). A stream begins with `hello` and ends when the session or the access token does, or at any time the
 * server chooses. Events missed in between are not sent again: on `hello` after a reconnect the client reloads what it
 * shows, so nothing is lost. An event may come twice. E-mails in it are always `""`: not every recipient may know them.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  /** `message` is `null` where it is too long to travel: read the conversation. To both sides. */
  z.object({ type: z.literal('message'), conversation_id: z.uuid(), message: message.nullable() }),
  /** The person has read this conversation, here or in another tab. */
  z.object({ type: z.literal('conversation_read'), conversation_id: z.uuid() }),
  z.object({ type: z.literal('notification'), notification }),
  /** The person has read one or more notifications, here or in another tab. */
  z.object({ type: z.literal('notifications_read') }),
  /**
   * To those who watch the post. `comment` is the one just written; `null` with a `comments_count` that is not the one
   * known: it was too long to travel, read the post.
   */
  z.object({
    type: z.literal('post_changed'),
    post_id: z.uuid(),
    likes_count: z.int(),
    comments_count: z.int(),
    comment: comment.nullable(),
  }),
  /** To those who watch the post: it was deleted, or is now visible only to its author and moderators. Reload it. */
  z.object({ type: z.literal('post_removed'), post_id: z.uuid() }),
  /** So many new posts that the person may see are in the feed; their own are not counted. */
  z.object({ type: z.literal('new_post'), count: z.int() }),
  /**
   * To the people of its company: how far reading or applying a price list has come, in rows. `total` is 0 while it is
   * not known.
   */
  z.object({
    type: z.literal('price_list'),
    id: z.uuid(),
    status: z.enum(priceListStatuses),
    done: z.int(),
    total: z.int(),
  }),
])
export type LiveEvent = z.output<typeof liveEvent>

const asList = (value: unknown) => (value === undefined ? [] : [value].flat())

/** `?watch=<post id>`, repeatable: posts whose changes are wanted; those that the person may not see bring nothing. */
export const eventsQuery = z.object({
  watch: z.preprocess(asList, z.array(z.uuid()).max(watchedPosts, `Не больше ${watchedPosts}`)),
})
