import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { messageFiles, messages } from './chat.tables.ts'

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

/** Files that the person has sent. */
export async function listOwnFiles(db: Db, userId: string) {
  return db
    .select({
      id: messageFiles.id,
      messageId: messageFiles.messageId,
      name: messageFiles.name,
      size: messageFiles.size,
      type: messageFiles.type,
    })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(eq(messages.authorId, userId))
    .orderBy(asc(messageFiles.id))
}
