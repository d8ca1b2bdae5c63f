import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { hashtags, hiddenPosts, mutedHashtags } from '../posts.tables.ts'

export async function listMutedHashtagIds(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .select({ id: mutedHashtags.hashtagId })
    .from(mutedHashtags)
    .where(eq(mutedHashtags.userId, userId))
  return rows.map(row => row.id)
}

/** Names of the hashtags that this person has muted, the last first. */
export async function listMutedHashtags(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db
    .select({ name: hashtags.name })
    .from(mutedHashtags)
    .innerJoin(hashtags, eq(hashtags.id, mutedHashtags.hashtagId))
    .where(eq(mutedHashtags.userId, userId))
    .orderBy(desc(mutedHashtags.createdAt), desc(mutedHashtags.hashtagId))
  return rows.map(row => row.name)
}

const isNamed = (name: string) => sql`lower(${hashtags.name}) = lower(${name})`

/** False if it was so already. Nobody need have used the hashtag yet. */
export async function insertMutedHashtag(tx: Tx, userId: string, name: string): Promise<boolean> {
  await tx.insert(hashtags).values({ name }).onConflictDoNothing()
  const muted = tx
    .select({
      userId: sql<string>`${userId}::uuid`.as('user_id'),
      hashtagId: hashtags.id,
      createdAt: sql`now()`.as('at'),
    })
    .from(hashtags)
    .where(isNamed(name))
  const rows = await tx.insert(mutedHashtags).select(muted).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function deleteMutedHashtag(tx: Tx, userId: string, name: string): Promise<boolean> {
  const named = tx.select({ id: hashtags.id }).from(hashtags).where(isNamed(name))
  const rows = await tx
    .delete(mutedHashtags)
    .where(and(eq(mutedHashtags.userId, userId), inArray(mutedHashtags.hashtagId, named)))
    .returning()
  return rows.length > 0
}

/** False if it was hidden already. */
export async function insertHiddenPost(tx: Tx, userId: string, postId: string): Promise<boolean> {
  const rows = await tx.insert(hiddenPosts).values({ userId, postId }).onConflictDoNothing().returning()
  return rows.length > 0
}

/** Of a deleted account. */
export async function deleteMutedHashtagsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(mutedHashtags).where(eq(mutedHashtags.userId, userId))
  await tx.delete(hiddenPosts).where(eq(hiddenPosts.userId, userId))
}
