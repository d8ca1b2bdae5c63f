import { and, desc, eq, exists, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { friendshipRequests } from '#server/domains/friends/friends.tables.ts'
import { comments, postLikes } from '#server/domains/posts/posts.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { notifications } from './notifications.tables.ts'

export type NotificationRow = typeof notifications.$inferSelect

export async function insertNotification(tx: Tx, row: typeof notifications.$inferInsert): Promise<NotificationRow> {
  const [inserted] = await tx.insert(notifications).values(row).returning()
  if (!inserted) throw new Error('insert returned no row')
  return inserted
}

/** Unread ones, the newest first. */
export async function listUnread(db: Db, recipientId: string, limit: number): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.recipientId, recipientId), isNull(notifications.readAt)))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

/** Marks a notification of this person read; gives whether they have such a one. */
export async function markRead(db: Db, recipientId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(eq(notifications.id, id), eq(notifications.recipientId, recipientId)))
    .returning({ id: notifications.id })
  return rows.length > 0
}

/**
 * Gives a person another name in what others were told of their deeds, read or not. Who did it is known by the name
 * with which a body begins, and by what they did: news of a namesake's other deeds stay as they are.
 */
export async function renameInBodies(tx: Tx, person: { id: string; name: string }, newName: string): Promise<void> {
  const { postId, recipientId, body, type } = notifications
  const likes = tx
    .select({ found: sql`1` })
    .from(postLikes)
    .where(and(eq(postLikes.postId, postId), eq(postLikes.userId, person.id)))
  const answers = tx
    .select({ found: sql`1` })
    .from(comments)
    .where(and(eq(comments.postId, postId), eq(comments.authorId, person.id)))
  const request = (fromId: SQLWrapper, toId: SQLWrapper) =>
    exists(
      tx
        .select({ found: sql`1` })
        .from(friendshipRequests)
        .where(and(eq(friendshipRequests.fromId, fromId), eq(friendshipRequests.toId, toId))),
    )
  const me = sql`${person.id}::uuid`
  await tx
    .update(notifications)
    .set({ body: sql`${newName}::text || substr(${body}, char_length(${person.name}::text) + 1)` })
    .where(
      and(
        sql`starts_with(${body}, ${`${person.name} `})`,
        or(
          and(eq(type, 'post_like'), exists(likes)),
          and(eq(type, 'post_comment'), exists(answers)),
          and(eq(type, 'new_friendrequest'), request(me, recipientId)),
          and(inArray(type, ['accepted_friendrequest', 'rejected_friendrequest']), request(recipientId, me)),
        ),
      ),
    )
}
