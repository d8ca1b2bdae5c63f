import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { version } from '../post-rows.queries.ts'
import { hashtags, postHashtags, posts } from '../posts.tables.ts'

/** Links a post to its hashtags, each in the spelling of its first use. */
export async function insertHashtags(tx: Tx, postId: string, names: string[]): Promise<void> {
  if (names.length === 0) return
  // Always in the same order: two posts with the same new hashtags then wait for each other instead of deadlocking.
  await tx
    .insert(hashtags)
    .values(names.toSorted().map(name => ({ name })))
    .onConflictDoNothing()
  await tx.insert(postHashtags).select(
    tx
      .select({
        postId: posts.id,
        hashtagId: hashtags.id,
        createdAt: posts.createdAt,
        isPublic: sql<boolean>`${posts.isVisible} and not ${posts.isPrivate}`.as('is_public'),
      })
      .from(posts)
      .innerJoin(hashtags, sql`lower(${hashtags.name}) = any(select lower(unnest(${sql.param(names)}::text[])))`)
      .where(eq(posts.id, postId)),
  )
}

/** Makes these the hashtags of a post that has others now. */
export async function replaceHashtags(tx: Tx, postId: string, names: string[]): Promise<void> {
  await tx.delete(postHashtags).where(eq(postHashtags.postId, postId))
  await insertHashtags(tx, postId, names)
}

/** The most used hashtags of public posts in recent days; `counted` is the number of uses of all hashtags. */
export async function listTrends(db: Db, days: number, limit: number) {
  const from = sql`now() - make_interval(days => ${days})`
  return db
    .select({
      id: hashtags.id,
      hashtag: hashtags.name,
      occurences: sql<number>`count(*)::int`,
      counted: sql<number>`(sum(count(*)) over ())::int`,
      version,
    })
    .from(postHashtags)
    .innerJoin(hashtags, eq(hashtags.id, postHashtags.hashtagId))
    .where(and(gt(postHashtags.createdAt, from), postHashtags.isPublic))
    .groupBy(hashtags.id)
    .orderBy(desc(sql`count(*)`), hashtags.name, hashtags.id)
    .limit(limit)
}

export async function currentVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version }).from(sql`(select 1) one`)
  return row?.version ?? 0
}
