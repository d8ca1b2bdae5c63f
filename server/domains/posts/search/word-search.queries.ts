import { and, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
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
import {
  anyViewer,
  boundTo,
  newestFirst,
  type Reader,
  selectPosts,
  type Viewer,
  version,
} from '../post-rows.queries.ts'
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

/** The limit of a search and of a usual page; statements with others are too many to be kept by each connection. */
const usualLimit = 20

/** The posts found at these positions. There is always one row. */
async function gather(
  db: Db,
  places: ReturnType<typeof selectPlaces>,
  { areAll, isKept }: { areAll: SQL; isKept: boolean },
): Promise<FoundPosts> {
  const page = places.as('page')
  const sortNames = sql`${page.createdAt} desc, ${page.id} desc`
  const ids = sql<string[]>`coalesce(json_agg(${page.id} order by ${sortNames}), '[]')`
  const query = db.select({ ids, areAll: sql<boolean>`${areAll}`, version }).from(page)
  const [found] = await (isKept ? query.prepare('posts_with_words').execute() : query)
  if (!found) throw new Error('an aggregate gave no row')
  return found
}

const rarest = prepared(db => {
  const words = sql`unnest(tsvector_to_array(to_tsvector('russian', ${withoutYo(sql.placeholder('text'))})))`
  return db
    .select({ count: sql<number>`coalesce(min(coalesce(${postWords.postsCount}, 0)), 0)` })
    .from(sql`${words} as rarest (word)`)
    .leftJoin(postWords, sql`${postWords.word} = rarest.word`)
    .prepare('rarest_word')
})

/** The number of public posts with the rarest of the words: no more contain all of them. */
export async function countRarest(db: Db, { text }: FeedQuery): Promise<number> {
  const [row] = await rarest(db).execute({ text: text ?? '' })
  return row?.count ?? 0
}

/** Scans the newest `walked` posts that match the other filters, until `limit` are found. */
export function walkBack(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
  { walked, limit }: { walked: number; limit: number },
): Promise<FoundPosts> {
  // Under the table's own name, for which the conditions below ask. They are tested post by post as it is read.
  const newest = db
    .select()
    .from(posts)
    .where(and(...matches(query)))
    .orderBy(...newestFirst)
    .limit(literal(walked))
    .as('posts')
  const found = db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(newest)
    .where(and(isForViewer(viewer), hasWordsAsRead(query), hasHashtag(query)))
    .orderBy(...newestFirst)
    .limit(literal(limit))
    .$dynamic()
  const isFurther = sql`exists (${db
    .select({ one: sql`1` })
    .from(posts)
    .where(and(...matches(query)))
    .orderBy(...newestFirst)
    .offset(literal(walked))
    .limit(literal(1))})`
  const areAll = sql`count(*) < ${literal(limit)} and not ${isFurther}`
  return gather(db, found, { areAll, isKept: limit === usualLimit })
}

/** Returns any `limit` posts with the words, whatever their age; it is the same for all searches. */
export function findSome(db: Db, viewer: Viewer, query: FeedQuery, limit: number): Promise<FoundPosts> {
  const where = and(...matches(query), isForViewer(viewer), hasWords(query), hasHashtag(query))
  const some = selectPlaces(db, where).limit(literal(limit))
  return gather(db, some, { areAll: sql`count(*) < ${literal(limit)}`, isKept: true })
}

/** Fetches all posts with the words from the last `days`, or without a limit, by the word index; returns the newest. */
export function findSince(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
  { days, limit }: { days: number | null; limit: number },
): Promise<FoundPosts> {
  const isRecent = days === null ? undefined : gt(posts.createdAt, sql`now() - make_interval(days => ${literal(days)})`)
  const where = and(...matches(query), isRecent, isForViewer(viewer), hasWords(query), hasHashtag(query))
  const newest = selectPlaces(db, where)
    .orderBy(byWordIndex, ...newestFirst)
    .limit(literal(limit))
  const areAll = days === null ? sql`count(*) < ${literal(limit)}` : sql`false`
  return gather(db, newest, { areAll, isKept: limit === usualLimit })
}

const postsById = prepared(db => {
  const page = db
    .select({ id: posts.id })
    .from(posts)
    .where(sql`${posts.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .as('page')
  return selectPosts(db, anyViewer, page).prepare('posts_by_id')
})

/** Posts as shown to the viewer, newest first. */
export function readPosts(db: Db, reader: Reader, ids: string[]) {
  return postsById(db).execute({ ...boundTo(reader), ids })
}
