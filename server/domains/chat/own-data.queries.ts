import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { messageFiles, messages } from './chat.tables.ts'

/** Messages written by the person, those that follow `after`; those of the other side belong to its author. */
export async function listOwnMessages(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      body: messages.body,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.authorId, userId), after && gt(messages.id, after.id)))
    .orderBy(asc(messages.id))
    .limit(limit)
}

/** Files that the person has sent, those that follow `after`. */
export async function listOwnFiles(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
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
    .where(and(eq(messages.authorId, userId), after && gt(messageFiles.id, after.id)))
    .orderBy(asc(messageFiles.id))
    .limit(limit)
}
