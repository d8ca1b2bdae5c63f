import { z } from 'zod'
import { message } from './chat.ts'
import { notification } from './notifications.ts'
import { comment } from './posts.ts'
import { priceListStatuses } from './price-lists.ts'

/** Posts that one stream can watch. */
export const watchedPosts = 50

/**
 * Live events, as `GET /events/` streams them (text/event-stream, each event is JSON in `data`). A stream begins with
 * `hello` and ends with the session, with the access token, or whenever the server closes it. Missed events are not
 * sent again: on `hello` after a reconnect the client reloads what it shows. Events may be repeated. E-mails in them
 * are always `""`, because not every recipient may see them.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  /**
   * Sent to both sides. `message` is `null` if it is too long for an event or has files, whose addresses are made for
   * each person: reload the conversation.
   */
  z.object({ type: z.literal('message'), conversation_id: z.uuid(), message: message.nullable() }),
  /** Its author has deleted a message. Sent to both sides. */
  z.object({
    type: z.literal('message_deleted'),
    conversation_id: z.uuid(),
    message_id: z.uuid(),
    deleted_at: z.string(),
  }),
  /** Somebody of the other side is typing; it holds for some seconds. */
  z.object({ type: z.literal('typing'), conversation_id: z.uuid(), user_id: z.uuid() }),
  /** The person has read this conversation, here or in another tab. */
  z.object({ type: z.literal('conversation_read'), conversation_id: z.uuid() }),
  /** The other side has read the messages of the person's side up to this time (ConversationDetail). */
  z.object({ type: z.literal('messages_read'), conversation_id: z.uuid(), read_until: z.string() }),
  /** The person has joined or left a company, and with it its conversations: reload all of them. */
  z.object({ type: z.literal('conversations_changed') }),
  z.object({ type: z.literal('notification'), notification }),
  /** The person has read one or more notifications, here or in another tab. */
  z.object({ type: z.literal('notifications_read') }),
  /**
   * Sent to those who watch the post. `comment` is the new one; `null` means it is too long for an event: reload the
   * post if `comments_count` is not the known one.
   */
  z.object({
    type: z.literal('post_changed'),
    post_id: z.uuid(),
    likes_count: z.int(),
    comments_count: z.int(),
    comment: comment.nullable(),
  }),
  /** Sent to those who watch the post: its text, or that of a comment, has changed. Reload it. */
  z.object({ type: z.literal('post_edited'), post_id: z.uuid() }),
  /** Sent to those who watch the post: it was deleted, it is for friends from now on, or only its author and moderators see it now. Reload it. */
  z.object({ type: z.literal('post_removed'), post_id: z.uuid() }),
  /** Number of new posts in the feed that the person may see, without their own. */
  z.object({ type: z.literal('new_post'), count: z.int() }),
  /**
   * Sent to the company's members: progress of reading or applying a price list, in rows. `total` is 0 while unknown.
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

/** `?watch=<post id>`, repeatable: posts to watch; those that the person may not see are ignored. */
export const eventsQuery = z.object({
  watch: z.preprocess(asList, z.array(z.uuid()).max(watchedPosts, `Не больше ${watchedPosts}`)),
})
