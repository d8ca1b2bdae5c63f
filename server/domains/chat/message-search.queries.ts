import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { isWithSeen, type MessageRow } from './chat.queries.ts'
import { conversationSides, messageWords, messages } from './chat.tables.ts'

/** Messages of the actor's conversations with all of these words, or with words that begin so. */
function hasWords(db: Db, actor: Actor, words: string[]) {
  const query = sql`to_tsquery('russian', ${words.map(word => `${word}:*`).join(' & ')})`
  const mine = db
    .select({ id: conversationSides.conversationId })
    .from(conversationSides)
    .where(and(eq(conversationSides.userId, actor.id), isNotNull(conversationSides.modifiedAt), isWithSeen(actor)))
  return and(sql`${messageWords(messages.body)} @@ ${query}`, inArray(messages.conversationId, mine))
}

/** Newest first. */
export async function searchMessages(
  db: Db,
  actor: Actor,
  words: string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<MessageRow[]> {
  return db
    .select()
    .from(messages)
    .where(hasWords(db, actor, words))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
    .offset(offset)
}

export async function countMessages(db: Db, actor: Actor, words: string[]): Promise<number> {
  return db.$count(messages, hasWords(db, actor, words))
}
