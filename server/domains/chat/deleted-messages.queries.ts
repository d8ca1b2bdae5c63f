import { and, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { MessageRow } from './chat.queries.ts'
import { conversationSides, conversations, messages } from './chat.tables.ts'

/** Of a message of a conversation that the caller has locked nothing remains but its place. */
export async function setDeleted(tx: Tx, id: string): Promise<Date | undefined> {
  const [row] = await tx
    .update(messages)
    .set({ deletedAt: sql`now()`, body: '' })
    .where(and(eq(messages.id, id), isNull(messages.deletedAt)))
    .returning({ at: messages.deletedAt })
  return row?.at ?? undefined
}

/**
 * A message that the caller has just deleted is unread no more by those who had not read it: whose unread messages reach
 * back to it. Returns who has none left.
 */
export async function countAsRead(tx: Tx, { id, conversationId, authorId, number }: MessageRow): Promise<string[]> {
  const isOfOpener = (userId: SQLWrapper) => sql`(${userId} = ${conversations.openedById})`
  const later = sql`(select count(*) from ${messages} where ${messages.conversationId} = ${conversationId}
    and ${messages.number} > ${number} and ${messages.id} <> ${id} and ${messages.deletedAt} is null
    and ${isOfOpener(messages.authorId)} = ${isOfOpener(sql`${authorId}::uuid`)})`
  const rows = await tx
    .update(conversationSides)
    .set({ unreadCount: sql`${conversationSides.unreadCount} - 1` })
    .from(conversations)
    .where(
      and(
        eq(conversationSides.conversationId, conversationId),
        eq(conversations.id, conversationId),
        sql`${isOfOpener(conversationSides.userId)} <> ${isOfOpener(sql`${authorId}::uuid`)}`,
        gt(conversationSides.unreadCount, later),
      ),
    )
    .returning({ userId: conversationSides.userId, unreadCount: conversationSides.unreadCount })
  return rows.filter(({ unreadCount }) => unreadCount === 0).map(({ userId }) => userId)
}
