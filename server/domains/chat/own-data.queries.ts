import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { messages } from './chat.tables.ts'

/** What the person has written in conversations; what others wrote to them is theirs. */
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
