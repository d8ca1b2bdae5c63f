// Joins accounts (users).
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/media/attached/attached-files.ts'
import { deleteMedia, putMedia } from '#server/platform/media/media.queries.ts'
import { conversationSides, messageFiles, messages } from '../chat.tables.ts'

export async function insertFiles(tx: Tx, messageId: string, files: StoredFile[]): Promise<void> {
  if (files.length === 0) return
  await putMedia(
    tx,
    files.map(({ mediaKey }) => mediaKey),
  )
  await tx.insert(messageFiles).values(files.map((file, position) => ({ ...file, messageId, position })))
}

/** Bytes of all files that a person has sent. */
export async function sumFiles(db: Db | Tx, authorId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(${messageFiles.size}), 0)`.mapWith(Number) })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(eq(messages.authorId, authorId))
  return row?.bytes ?? 0
}

/** A file, if this person takes part in its conversation now and may sign in. */
export async function findFile(db: Db, id: string, personId: string) {
  const [row] = await db
    .select({ name: messageFiles.name, type: messageFiles.type, mediaKey: messageFiles.mediaKey })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(conversationSides, eq(conversationSides.conversationId, messages.conversationId))
    .innerJoin(users, eq(users.id, conversationSides.userId))
    .where(and(eq(messageFiles.id, id), eq(users.id, personId), isNull(users.deletedAt), isNull(users.blockedAt)))
  return row
}

/** Deletes the files of a message, and the rows of what was stored for them alone; returns its keys. */
export async function deleteFiles(tx: Tx, messageId: string): Promise<string[]> {
  const rows = await tx
    .delete(messageFiles)
    .where(eq(messageFiles.messageId, messageId))
    .returning({ key: messageFiles.mediaKey })
  const keys = rows.map(({ key }) => key)
  await deleteMedia(tx, keys)
  return keys
}

/** Deletes the files of a person's messages; the clean-up deletes what was stored (platform/media/media-cleanup.ts). */
export async function deleteFilesOf(tx: Tx, authorId: string): Promise<void> {
  const own = tx.select({ id: messages.id }).from(messages).where(eq(messages.authorId, authorId))
  await tx.delete(messageFiles).where(inArray(messageFiles.messageId, own))
}
