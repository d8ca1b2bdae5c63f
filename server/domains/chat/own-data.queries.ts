import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { messages } from './chat.tables.ts'

/** Messages written by the person; those of the other side belong to its author. */
export async function listOwnMessages(db: Db, userId: string) {
  return db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      body: messages.body,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.authorId, userId))
    .orderBy(asc(messages.conversationId), asc(messages.number))
}
