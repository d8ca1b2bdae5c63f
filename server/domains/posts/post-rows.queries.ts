// Joins accounts (users), companies (companies, companyMembers), friends (friendships), trade (requestCompanies, requestLines, requests).
import { and, desc, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isApartFrom, isHeardBy } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyOf } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { cardState } from '#server/domains/products/products.api.ts'
import { requestCompanies, requestLines, requests } from '#server/domains/trade/trade.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { commentLikes, comments, feedVersion, mentions, postAttachments, postLikes, posts } from './posts.tables.ts'

/** The reader of rows: their likes, and the e-mails they may see, are part of the rows. */
export interface Viewer {
  id: string | Placeholder
  companyId: number | null | Placeholder
  silences: number
}

export interface Reader extends Viewer {
  id: string
  companyId: number | null
}

/** The viewer of a prepared statement who sees everybody, for whom `boundTo` gives the values. */
export const anyViewer: Viewer = {
  id: sql.placeholder('viewerId'),
  companyId: sql.placeholder('companyId'),
  silences: 0,
}
/** One who does not. */
export const anySelectiveViewer: Viewer = { ...anyViewer, silences: 1 }
export const boundTo = ({ id, companyId }: Reader) => ({ viewerId: id, companyId })

/**
 * Whether the row exists; its key makes it unique. Not `exists`: for that PostgreSQL may read all friends or likes of a
 * person.
 */
const isThere = (found: SQL) => sql<boolean>`coalesce((select true ${found}), false)`

/** Whether this person is a friend of the viewer. */
export const isFriendOf = (viewer: Pick<Viewer, 'id'>, person: SQLWrapper) =>
  isThere(sql`from ${friendships} where ${friendships.userId} = ${viewer.id} and ${friendships.friendId} = ${person}`)

export function authorOf(viewer: Viewer) {
  // Evaluated once for all rows.
  const colleagues = sql`array(select ${companyMembers.userId} from ${companyMembers}
    where ${companyMembers.companyId} = ${viewer.companyId})`
  return {
    id: users.id,
    name: users.name,
    email: users.email,
    avatarKey: users.avatarKey,
    friendsCount: users.friendsCount,
    postsCount: users.postsCount,
    company: companyOf(users.id),
    showEmail: sql<boolean>`(${users.id} = ${viewer.id} or ${users.id} = any(${colleagues}) or ${isFriendOf(viewer, users.id)})`,
  }
}

const likedBy = (viewer: Pick<Viewer, 'id'>) =>
  isThere(sql`from ${postLikes} where ${postLikes.postId} = ${posts.id} and ${postLikes.userId} = ${viewer.id}`)

/** Of the request to which companies answer in the post; only a "wanted to buy" has one. */
const ofRequest = (columns: SQL) => sql`case when ${posts.isRequest} then
  (select ${columns} from ${requests} where ${requests.postId} = ${sql`${posts}.id`}) end`

/** Whether nurseries may still send quotes. */
const takesQuotes = sql`(${requests.status} = 'sent' and ${requests.deadline} > now())`

/** Whether the viewer's company has come to the request. */
const hasCome = (viewer: Viewer) => sql`exists (select from ${requestCompanies}
  where ${requestCompanies.requestId} = ${sql`${requests}.id`} and ${requestCompanies.companyId} = ${viewer.companyId})`

const wantedFor = (viewer: Viewer) =>
  sql<{ request: string; lines: number; deadline: string; isOpen: boolean; hasCome: boolean } | null>`${ofRequest(
    sql`json_build_object('request', ${sql`${requests}.id`}, 'deadline', ${requests.deadline}, 'isOpen', ${takesQuotes},
      'hasCome', ${hasCome(viewer)}, 'lines',
      (select count(*)::int from ${requestLines} where ${requestLines.requestId} = ${sql`${requests}.id`}))`,
  )}`

/** A moderator has hidden the post. */
export const isHidden = sql<boolean>`(${posts.hiddenAt} is not null)`

export function postFor(viewer: Viewer) {
  return {
    id: posts.id,
    body: posts.body,
    productId: posts.productId,
    isPrivate: posts.isPrivate,
    isRequest: posts.isRequest,
    likesCount: posts.likesCount,
    commentsCount: posts.commentsCount,
    createdAt: posts.createdAt,
    editedAt: posts.editedAt,
    hasMentions: posts.hasMentions,
    /** `null` unless a moderator has hidden it. */
    hiddenReason: sql<string | null>`case when ${isHidden} then ${posts.hiddenReason} end`,
    likedByMe: likedBy(viewer),
    wanted: wantedFor(viewer),
    author: authorOf(viewer),
    attachments: sql<{ id: string; mediaKey: string }[] | null>`(
      select json_agg(json_build_object('id', ${postAttachments.id}, 'mediaKey', ${postAttachments.mediaKey})
        order by ${postAttachments.position})
      from ${postAttachments} where ${postAttachments.postId} = ${posts.id})`,
  }
}

/** The versions of the people whom the text names, and whether the viewer may see them. */
const stateOfMentioned = (viewer: Viewer) => {
  const person = alias(users, 'mentioned')
  return sql`case when ${posts.hasMentions} then (
    select string_agg(${person.id} || '.' || ${sql.identifier('mentioned')}.xmin || '.' || ${isApartFrom(viewer, person.id)}, ' '
      order by ${person.id})
    from ${mentions} inner join ${users} ${sql.identifier('mentioned')} on ${person.id} = ${mentions.userId}
    where ${mentions.postId} = ${posts.id} and ${mentions.commentId} is null) end`
}

/**
 * A text that changes whenever anything shown to the viewer of a post changes: the versions of the post's row (its
 * pictures never change), of its author's and of their company's (PostgreSQL gives every version of a row the number of
 * the transaction that wrote it), the state of its product's card or its request if it has one, and the viewer's
 * relation to it, and the people whom its text names. The query left-joins `companyMembers` and `companies`: a subquery as in `companyOf` would take as long
 * as all the rest.
 */
export const stateFor = (viewer: Viewer) =>
  sql<string>`concat_ws(' ', ${posts.id}, ${posts}.xmin, ${users}.xmin,
    coalesce(${companies.id} || '.' || ${companies}.xmin, '-'), ${likedBy(viewer)}, ${authorOf(viewer).showEmail},
    ${posts.authorId} = ${viewer.id}, ${stateOfMentioned(viewer)},
    case when ${posts.productId} is not null then ${cardState(posts.productId)} end,
    ${ofRequest(sql`${requests}.xmin || ' ' || ${takesQuotes} || ' ' || ${hasCome(viewer)}`)})`

/** The id of the post whose state this is. */
export const idInState = (state: string): string => state.split(' ', 1)[0] ?? ''

/** The version of the feed that a query saw: while it is the same, no count of posts has changed. */
export const version = sql<number>`(select ${feedVersion.version} from ${feedVersion})`.mapWith(Number)

export const newestFirst = [desc(posts.createdAt), desc(posts.id)]

/** The ids of a page's posts. They are found before anything else is read, with an index-only scan if possible. */
export function selectIds(
  db: Db | Tx,
  where: SQL | undefined,
  orderBy: SQL[],
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as('page')
}

/** The posts of a page by ids found before, in this order. */
export function selectPosts(
  db: Db | Tx,
  viewer: Viewer,
  page: ReturnType<typeof selectIds>,
  orderBy: SQL[] = newestFirst,
) {
  return db
    .select({ ...postFor(viewer), version })
    .from(page)
    .innerJoin(posts, eq(posts.id, page.id))
    .innerJoin(users, eq(users.id, posts.authorId))
    .orderBy(...orderBy)
}

export type PostRow = Omit<Awaited<ReturnType<typeof selectPosts>>[number], 'version'>
export type AuthorRow = PostRow['author']

/** A post without a permission check, with whether its author is a friend of the viewer. */
export async function findPost(db: Db | Tx, viewer: Viewer, id: string) {
  const [found] = await db
    .select({
      ...postFor(viewer),
      isVisible: posts.isVisible,
      isHidden,
      isFriend: isFriendOf(viewer, posts.authorId),
      isApart: isApartFrom(viewer, posts.authorId),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .where(eq(posts.id, id))
    .prepare('post_at')
    .execute()
  return found
}

/** With the author of its post, who may delete it. */
function commentFor(viewer: Pick<Viewer, 'id'>) {
  const { id, body, createdAt, editedAt, productId, replyToId, likesCount } = comments
  const likedByMe = isThere(
    sql`from ${commentLikes} where ${commentLikes.commentId} = ${comments.id} and ${commentLikes.userId} = ${viewer.id}`,
  )
  const hostId = sql<string>`(select ${posts.authorId} from ${posts} where ${posts.id} = ${comments.postId})`
  return { ...{ id, body, createdAt, editedAt, productId, replyToId, likesCount }, likedByMe, hostId }
}

type CommentText = Pick<
  typeof comments.$inferSelect,
  'id' | 'body' | 'createdAt' | 'editedAt' | 'productId' | 'replyToId' | 'likesCount'
> & { likedByMe: boolean; hostId: string }

/** Whether this comment is on this post. */
export async function isCommentOf(db: Db | Tx, postId: string, id: string): Promise<boolean> {
  return (await db.$count(comments, and(eq(comments.id, id), eq(comments.postId, postId)))) > 0
}

/**
 * The latest comments on a post that the viewer sees, or the latest before one of them; oldest first. Who wrote them is read once for each
 * person, not for each comment.
 */
export async function listComments(
  db: Db | Tx,
  viewer: Viewer,
  postId: string,
  limit: number,
  before?: string,
): Promise<CommentRow[]> {
  const isBefore =
    before === undefined
      ? undefined
      : sql`(${comments.createdAt}, ${comments.id}) < (select "at".created_at, "at".id from ${comments} as "at" where "at".id = ${before})`
  const latest = await db
    .select({ ...commentFor(viewer), authorId: comments.authorId })
    .from(comments)
    .where(and(eq(comments.postId, postId), isBefore, isHeardBy(viewer, comments.authorId)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit)
    .prepare(before === undefined ? 'latest_comments' : 'earlier_comments')
    .execute()
  const authors = await listAuthors(db, viewer, [...new Set(latest.map(({ authorId }) => authorId))])
  return latest.toReversed().flatMap(({ authorId, ...comment }) => {
    const author = authors.get(authorId)
    return author ? [{ ...comment, author }] : []
  })
}

async function listAuthors(db: Db | Tx, viewer: Viewer, ids: string[]): Promise<Map<string, AuthorRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ author: authorOf(viewer) })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .prepare('comment_authors')
    .execute()
  return new Map(rows.map(({ author }) => [author.id, author]))
}

export type CommentRow = CommentText & { author: AuthorRow }

export async function findComment(db: Db | Tx, viewer: Viewer, id: string): Promise<CommentRow | undefined> {
  const [found] = await db
    .select({ ...commentFor(viewer), author: authorOf(viewer) })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, id))
  return found
}

/** A person as shown to the viewer, and whether one of the two has blocked the other. */
export async function findAuthor(db: Db | Tx, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ author: authorOf(viewer), isApart: isApartFrom(viewer, users.id) })
    .from(users)
    .where(eq(users.id, id))
  return found
}
