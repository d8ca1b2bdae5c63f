// Joins accounts (users), companies (companies, companyMembers), friends (friendships), plants (categories), reference (lookups).
import { and, desc, eq, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { FeedFilters } from '#contract/posts.ts'
import { isHeardBy, silentFor } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { literal } from '#server/platform/database/prepared.ts'
import {
  anySelectiveViewer,
  anyViewer,
  boundTo,
  isFriendOf,
  isHidden,
  newestFirst,
  type PostRow,
  postFor,
  type Reader,
  selectIds,
  selectPosts,
  stateFor,
  type Viewer,
  version,
} from '../post-rows.queries.ts'
import { hashtags, hiddenPosts, mutedHashtags, postHashtags, posts, postWords } from '../posts.tables.ts'

/** The feed's filters with ids instead of names. */
export interface FeedQuery {
  text: string | null
  categoryId: number | null
  regionId: number | null
  hashtagId: number | null
  isRequest: boolean
  /** The person whose friends' posts are asked for. */
  friendsOf: string | null
  mostLikedFirst: boolean
}

interface Range {
  limit: number
  offset: number
}

/** Resolves the names in the filters; `null` if one does not exist, so that no post can match. */
export async function findFeedQuery(db: Db, viewerId: string, filters: FeedFilters): Promise<FeedQuery | null> {
  const { product__category__name: category, product__team__team_city_id__name: region, trend, search } = filters
  const wanted = [
    category
      ? sql`select 'category' as what, ${categories.id} from ${categories} where ${categories.name} = ${category}`
      : null,
    region
      ? sql`select 'region' as what, ${lookups.id} from ${lookups} where ${lookups.kind} = 'region' and ${lookups.name} = ${region}`
      : null,
    trend
      ? sql`select 'hashtag' as what, ${hashtags.id} from ${hashtags} where lower(${hashtags.name}) = lower(${trend})`
      : null,
  ].filter(part => part !== null)
  const found = wanted.length
    ? await db
        .select({ what: sql<string>`what`, id: sql<number>`id` })
        .from(sql`(${sql.join(wanted, sql` union all `)}) wanted`)
    : []
  if (found.length < wanted.length) return null
  const idOf = (what: string) => found.find(row => row.what === what)?.id ?? null
  return {
    text: search || null,
    categoryId: idOf('category'),
    regionId: idOf('region'),
    hashtagId: idOf('hashtag'),
    isRequest: filters.is_request,
    friendsOf: filters.friends ? viewerId : null,
    mostLikedFirst: filters.ordering === '-likes_count',
  }
}

/** A literal, not a parameter: PostgreSQL uses the posts' partial indexes only for a constant. */
const isVisible = sql`${posts.isVisible}`
const isRequest = sql`${posts.isRequest}`
const isPrivate = sql`${posts.isPrivate}`
const isPublic = sql`not ${posts.isPrivate}`

const isOwn = (viewer: Pick<Viewer, 'id'>) => sql`${posts.authorId} = ${viewer.id}`

/** Whether the viewer may see a post, whoever has blocked whom. */
const isOpenTo = (viewer: Pick<Viewer, 'id'>) =>
  sql`(${isPublic} or ${isOwn(viewer)} or ${isFriendOf(viewer, posts.authorId)})`

/** Hashtags of a post that the viewer has muted. */
const mutedTags = (viewer: Pick<Viewer, 'id'>) => sql`select from ${postHashtags}
  inner join ${mutedHashtags} on ${mutedHashtags.hashtagId} = ${postHashtags.hashtagId}
  where ${postHashtags.postId} = ${posts.id} and ${mutedHashtags.userId} = ${viewer.id}`
const hiddenBy = (viewer: Pick<Viewer, 'id'>) =>
  sql`(select ${hiddenPosts.postId} from ${hiddenPosts} where ${hiddenPosts.userId} = ${viewer.id})`

/** Neither hidden by the viewer nor with a hashtag that they have muted; of the viewer's own, all are. */
const isWantedBy = (viewer: Pick<Viewer, 'id' | 'silences'>) =>
  viewer.silences === 0
    ? undefined
    : sql`(${isOwn(viewer)} or (${posts.id} not in ${hiddenBy(viewer)} and not exists (${mutedTags(viewer)})))`

/** Whether a post is in the viewer's lists: they may see it, and have silenced neither it nor its author. */
export const isForViewer = (viewer: Pick<Viewer, 'id' | 'silences'>) =>
  and(isOpenTo(viewer), isHeardBy(viewer, posts.authorId), isWantedBy(viewer))

/** The text as posts' words are stored: with «е» for «ё». */
export const withoutYo = (text: string | Placeholder) => sql`translate(${text}, 'ёЁ', 'еЕ')`
const wordsOf = (text: string) => sql`plainto_tsquery('russian', ${withoutYo(text)})`

export function matches({ categoryId, regionId, isRequest: onlyRequests, friendsOf }: FeedQuery): (SQL | undefined)[] {
  return [
    isVisible,
    categoryId === null ? undefined : eq(posts.categoryId, categoryId),
    regionId === null ? undefined : eq(posts.regionId, regionId),
    onlyRequests ? isRequest : undefined,
    friendsOf === null ? undefined : isFriendOf({ id: friendsOf }, posts.authorId),
  ]
}

export const hasHashtag = ({ hashtagId }: FeedQuery) =>
  hashtagId === null
    ? undefined
    : sql`exists (select from ${postHashtags} where ${postHashtags.postId} = ${posts.id} and ${postHashtags.hashtagId} = ${hashtagId})`

export const hasWords = ({ text }: FeedQuery) =>
  text === null ? undefined : sql`${posts.searchVector} @@ ${wordsOf(text)}`

const mostLikedFirst = [desc(posts.likesCount), ...newestFirst]

/**
 * As the first sort key it changes no order (it is equal for all visible posts) but keeps the planner from scanning the
 * ordering's index, post by post, until enough of them have the words.
 */
export const byWordIndex = sql`${posts.isVisible}::int`

/**
 * Equivalent to `@@`, in a form that no index supports: keeps the planner on the ordering's index. The words are found in
 * the text once: a general plan would do it for each post.
 */
export const hasWordsAsRead = ({ text }: FeedQuery) =>
  text === null ? undefined : sql`ts_match_vq(${posts.searchVector}, (select ${wordsOf(text)}))`

/**
 * One page of the posts visible to the viewer, with the version of the feed at which it was read. `wordsAreFrequent`:
 * scanning back in time finds the page sooner than fetching all posts with the words.
 */
export async function listFeed(db: Db, viewer: Viewer, query: FeedQuery, range: Range, wordsAreFrequent: boolean) {
  const order = query.mostLikedFirst ? mostLikedFirst : newestFirst
  const byWords = query.text !== null && !wordsAreFrequent
  const words = wordsAreFrequent ? hasWordsAsRead(query) : hasWords(query)
  const page =
    query.hashtagId === null || byWords
      ? selectIds(
          db,
          and(...matches(query), isForViewer(viewer), words, hasHashtag(query)),
          byWords ? [byWordIndex, ...order] : order,
          range,
        )
      : selectIdsOfHashtag(db, query.hashtagId, and(...matches(query), isForViewer(viewer), words), query, range)
  return selectPosts(db, viewer, page, order)
}

function selectIdsOfHashtag(db: Db, hashtagId: number, where: SQL | undefined, query: FeedQuery, range: Range) {
  return db
    .select({ id: posts.id })
    .from(postHashtags)
    .innerJoin(posts, eq(posts.id, postHashtags.postId))
    .where(and(eq(postHashtags.hashtagId, hashtagId), where))
    .orderBy(...(query.mostLikedFirst ? mostLikedFirst : [desc(postHashtags.createdAt), desc(postHashtags.postId)]))
    .limit(range.limit)
    .offset(range.offset)
    .as('page')
}

/**
 * The newest posts without filters, as every opening of the feed requests them: planned once per connection. `states`
 * returns less than `rows`, in a fraction of the time: the ids of the posts and their states (stateFor). `rowsOf` returns
 * the rows of some of them.
 */
export function newestPosts(db: Db, size: number) {
  const [forAnybody, forSelective] = [newestFor(db, anyViewer, size), newestFor(db, anySelectiveViewer, size)]
  const statements = (reader: Reader) => (reader.silences === 0 ? forAnybody : forSelective)
  return {
    rows: (reader: Reader) => statements(reader).rows.execute(boundTo(reader)),
    rowsOf: (reader: Reader, ids: string[]) => statements(reader).rowsOf.execute({ ...boundTo(reader), ids }),
    states: async (reader: Reader) => {
      const [row] = await statements(reader).states.execute(boundTo(reader))
      return { version: row?.version, states: row?.states?.split(',') ?? [] }
    },
  }
}

function newestFor(db: Db, viewer: Viewer, size: number) {
  const page = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(isVisible, isForViewer(viewer)))
    .orderBy(...newestFirst)
    .limit(literal(size))
    .as('page')
  // One row with one text, which is read many times faster than many rows.
  const sortNames = sql.join(newestFirst, sql`, `)
  const states = db
    .select({ version, states: sql<string | null>`string_agg(${stateFor(viewer)}, ',' order by ${sortNames})` })
    .from(page)
    .innerJoin(posts, eq(posts.id, page.id))
    .innerJoin(users, eq(users.id, posts.authorId))
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .prepare('newest_states')
  const rows = db
    .select({ ...postFor(viewer), version, state: stateFor(viewer) })
    .from(page)
    .innerJoin(posts, eq(posts.id, page.id))
    .innerJoin(users, eq(users.id, posts.authorId))
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .orderBy(...newestFirst)
    .prepare('newest_posts')
  const rowsOf = db
    .select({ ...postFor(viewer), state: stateFor(viewer) })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(sql`${posts.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('some_of_newest_posts')
  return { rows, rowsOf, states }
}

/**
 * Posts of one author that the viewer may see, newest first; the author's own also while hidden by a moderator. Whoever
 * opens the page of somebody whom they have muted wants to see them.
 */
export async function listOfAuthor(db: Db, viewer: Viewer, authorId: string, range: Range): Promise<PostRow[]> {
  const isShown = viewer.id === authorId ? or(isVisible, isHidden) : isVisible
  const mayBeSeen = and(isOpenTo(viewer), isWantedBy(viewer))
  const where = and(isShown, eq(posts.authorId, authorId), mayBeSeen)
  return selectPosts(db, viewer, selectIds(db, where, newestFirst, range))
}

/**
 * Public posts of a company's people that are in the viewer's lists, newest first, but for those that announce its
 * products. The newest of each of them come from the index of authors, however large the feed is.
 */
export async function listOfCompany(db: Db, viewer: Viewer, companyId: number, limit: number): Promise<PostRow[]> {
  const written = db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(posts)
    .where(
      and(isVisible, isPublic, eq(posts.authorId, companyMembers.userId), isNull(posts.productId), isForViewer(viewer)),
    )
    .orderBy(...newestFirst)
    .limit(limit)
    .as('written')
  const page = db
    .select({ id: written.id })
    .from(companyMembers)
    .innerJoinLateral(written, sql`true`)
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(desc(written.createdAt), desc(written.id))
    .limit(limit)
    .as('page')
  return selectPosts(db, viewer, page, newestFirst)
}

export interface CountRow {
  count: number
  version: number
}

async function countWhere(
  db: Db,
  where: SQL | undefined,
  table: typeof posts | typeof postHashtags = posts,
): Promise<CountRow> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, version })
    .from(table)
    .where(where)
  if (!row) throw new Error('count gave no row')
  return row
}

/** Counts the public posts with the word of the text; `undefined` for a text of several words or none. */
async function countOfWord(db: Db, text: string): Promise<CountRow | undefined> {
  const word = sql`(tsvector_to_array(to_tsvector('russian', ${withoutYo(text)})))[1]`
  const [row] = await db
    .select({
      count: sql<number>`coalesce(max(${postWords.postsCount}), 0)`,
      isOne: sql<boolean>`numnode(${wordsOf(text)}) = 1`,
      version,
    })
    .from(postWords)
    .where(eq(postWords.word, word))
  return row?.isOne ? row : undefined
}

/** Counts the public posts that match. */
export async function countPublic(db: Db, query: FeedQuery): Promise<CountRow> {
  const { text, hashtagId, categoryId, regionId, isRequest: onlyRequests } = query
  const isNarrowed = categoryId !== null || regionId !== null || onlyRequests
  if (!isNarrowed && text === null && hashtagId !== null) {
    return countWhere(db, and(eq(postHashtags.hashtagId, hashtagId), postHashtags.isPublic), postHashtags)
  }
  const ofWord = !isNarrowed && text !== null && hashtagId === null ? await countOfWord(db, text) : undefined
  return ofWord ?? countWhere(db, and(...matches(query), isPublic, hasWords(query), hasHashtag(query)))
}

/** Counts the private posts that match and that this person sees: their own and their friends'. */
export function countPrivate(db: Db, userId: string, query: FeedQuery): Promise<CountRow> {
  const friends = db.select({ id: friendships.friendId }).from(friendships).where(eq(friendships.userId, userId))
  return countWhere(
    db,
    and(
      ...matches(query),
      isPrivate,
      inArray(
        posts.authorId,
        friends.unionAll(db.select({ id: sql<string>`${userId}::uuid` }).from(sql`(select 1) one`)),
      ),
      hasWords(query),
      hasHashtag(query),
    ),
  )
}

/**
 * Counts the matching posts of the viewer's friends in their lists. Counted anew each time: who is a friend changes
 * without the feed's version.
 */
export function countOfFriends(db: Db, viewer: Viewer, query: FeedQuery): Promise<CountRow> {
  return countWhere(db, and(...matches(query), isForViewer(viewer), hasWords(query), hasHashtag(query)))
}

/** Counts those of the matching posts which the viewer may see by themselves, but which are not in their lists. */
export function countSilent(db: Db, viewer: Pick<Reader, 'id' | 'silences'>, query: FeedQuery): Promise<CountRow> {
  const silent = sql`${posts.id} in (
    select by_silent.id from ${posts} by_silent where by_silent.author_id in ${silentFor(viewer.id)}
    union select ${hiddenPosts.postId} from ${hiddenPosts} where ${hiddenPosts.userId} = ${viewer.id}
    union select tagged.post_id from ${postHashtags} tagged where tagged.hashtag_id in (
      select ${mutedHashtags.hashtagId} from ${mutedHashtags} where ${mutedHashtags.userId} = ${viewer.id}))`
  return countWhere(
    db,
    and(...matches(query), isOpenTo(viewer), sql`not ${isOwn(viewer)}`, silent, hasWords(query), hasHashtag(query)),
  )
}
