import { and, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import {
  byWordIndex,
  type FeedQuery,
  hasHashtag,
  hasWords,
  hasWordsAsRead,
  isForViewer,
  matches,
  withoutYo,
} from '../feed/feed.queries.ts'
import { newestFirst, selectIds, selectPosts, type Viewer, version } from '../post-rows.queries.ts'
import { posts, postWords } from '../posts.tables.ts'

/** Posts with the words of a query. */
export interface FoundPosts {
  /** Newest first. */
  ids: string[]
  /** No other posts contain the words. */
  areAll: boolean
  /** The version of the feed at which they were found. */
  version: number
}

const selectPlaces = (db: Db, where: SQL | undefined) =>
  db.select({ id: posts.id, createdAt: posts.createdAt }).from(posts).where(where).$dynamic()

/** The posts found at these positions. There is always one row. */
async function gather(db: Db, places: ReturnType<typeof selectPlaces>, areAll: SQL): Promise<FoundPosts> {
  const page = places.as('page')
  const inOrder = sql`${page.createdAt} desc, ${page.id} desc`
  const ids = sql<string[]>`coalesce(json_agg(${page.id} order by ${inOrder}), '[]')`
  const [found] = await db.select({ ids, areAll: sql<boolean>`${areAll}`, version }).from(page)
  if (!found) throw new Error('an aggregate gave no row')
  return found
}

/** The number of public posts with the rarest of the words: no more contain all of them. */
export async function countRarest(db: Db, { text }: FeedQuery): Promise<number> {
  const words = sql`unnest(tsvector_to_array(to_tsvector('russian', ${withoutYo(text ?? '')})))`
  const [row] = await db
    .select({ count: sql<number>`coalesce(min(coalesce(${postWords.postsCount}, 0)), 0)` })
    .from(sql`${words} as rarest (word)`)
    .leftJoin(postWords, sql`${postWords.word} = rarest.word`)
  return row?.count ?? 0
}

/** Scans the newest `walked` posts that match the other filters, until `limit` are found. */
export function walkBack(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
  { walked, limit }: { walked: number; limit: number },
): Promise<FoundPosts> {
  const horizon = db
    .select({ createdAt: posts.createdAt })
    .from(posts)
    .where(and(...matches(query)))
    .orderBy(...newestFirst)
    .offset(walked)
    .limit(1)
  const isNear = sql`${posts.createdAt} >= coalesce((${horizon}), '-infinity')`
  const where = and(...matches(query), isNear, isForViewer(viewer), hasWordsAsRead(query), hasHashtag(query))
  const near = selectPlaces(db, where)
    .orderBy(...newestFirst)
    .limit(limit)
  return gather(db, near, sql`count(*) < ${limit} and (${horizon}) is null`)
}

/** Returns any `limit` posts with the words, whatever their age. */
export function findSome(db: Db, viewer: Viewer, query: FeedQuery, limit: number): Promise<FoundPosts> {
  const where = and(...matches(query), isForViewer(viewer), hasWords(query), hasHashtag(query))
  return gather(db, selectPlaces(db, where).limit(limit), sql`count(*) < ${limit}`)
}

/** Fetches all posts with the words from the last `days`, or without a limit, by the word index; returns the newest. */
export function findSince(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
  { days, limit }: { days: number | null; limit: number },
): Promise<FoundPosts> {
  const isRecent = days === null ? undefined : gt(posts.createdAt, sql`now() - make_interval(days => ${days})`)
  const where = and(...matches(query), isRecent, isForViewer(viewer), hasWords(query), hasHashtag(query))
  const newest = selectPlaces(db, where)
    .orderBy(byWordIndex, ...newestFirst)
    .limit(limit)
  return gather(db, newest, days === null ? sql`count(*) < ${limit}` : sql`false`)
}

/** Posts as shown to the viewer, newest first. */
export function readPosts(db: Db, viewer: Viewer, ids: string[]) {
  return selectPosts(db, viewer, selectIds(db, inArray(posts.id, ids), newestFirst, { limit: ids.length, offset: 0 }))
}
