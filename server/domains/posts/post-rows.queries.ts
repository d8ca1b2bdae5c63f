// Joins accounts (users), companies (companies, companyMembers), friends (friendships).
import { asc, desc, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyOf } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { cardState } from '#server/domains/products/products.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { comments, feedVersion, postAttachments, postLikes, posts } from './posts.tables.ts'

/** For whom rows are read: what they have liked and whose e-mail they see is part of the row. */
export interface Viewer {
  id: string | Placeholder
  companyId: number | null | Placeholder
}

/**
 * Whether there is such a row; by its key there is one at most. Not `exists`: for that the database may read all the
 * friends or likes that a person has.
 */
const isThere = (found: SQL) => sql<boolean>`coalesce((select true ${found}), false)`

/** Whether this person is a friend of the viewer. */
export const isFriendOf = (viewer: Pick<Viewer, 'id'>, person: SQLWrapper) =>
  isThere(sql`from ${friendships} where ${friendships.userId} = ${viewer.id} and ${friendships.friendId} = ${person}`)

export function authorOf(viewer: Viewer) {
  // Read once for all rows.
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
    /** `null` while no moderator has hidden it. */
    hiddenReason: sql<string | null>`case when ${isHidden} then ${posts.hiddenReason} end`,
    likedByMe: likedBy(viewer),
    author: authorOf(viewer),
    attachments: sql<{ id: string; mediaKey: string }[] | null>`(
      select json_agg(json_build_object('id', ${postAttachments.id}, 'mediaKey', ${postAttachments.mediaKey})
        order by ${postAttachments.position})
      from ${postAttachments} where ${postAttachments.postId} = ${posts.id})`,
  }
}

/**
 * A text that changes whenever anything that the viewer is shown of a post changes: which version of the post's row it
 * is (its pictures never change), of its author's and of their company's (PostgreSQL gives every version of a row the
 * number of the transaction that wrote it), the state of its product's card where it has one, and what the viewer is
 * to it. The query left-joins `companyMembers` and `companies`: a subquery as in `companyOf` would take as long as all
 * the rest.
 */
export const stateFor = (viewer: Viewer) =>
  sql<string>`concat_ws(' ', ${posts.id}, ${posts}.xmin, ${users}.xmin,
    coalesce(${companies.id} || '.' || ${companies}.xmin, '-'), ${likedBy(viewer)}, ${authorOf(viewer).showEmail},
    ${posts.authorId} = ${viewer.id},
    case when ${posts.productId} is not null then ${cardState(posts.productId)} end)`

/** The state of the feed that a query saw: as long as it is the same, no count of posts has changed. */
export const version = sql<number>`(select ${feedVersion.version} from ${feedVersion})`.mapWith(Number)

export const newestFirst = [desc(posts.createdAt), desc(posts.id)]

/** Which posts a page has. They are found before anything else is read, in an index alone where there is one. */
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

/** The posts of a page whose ids were found before, in this order. */
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

/** A post without a check of permissions, with whether its author is a friend of the viewer. */
export async function findPost(db: Db | Tx, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ ...postFor(viewer), isVisible: posts.isVisible, isHidden, isFriend: isFriendOf(viewer, posts.authorId) })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .where(eq(posts.id, id))
  return found
}

function commentFor(viewer: Viewer) {
  return { id: comments.id, body: comments.body, createdAt: comments.createdAt, author: authorOf(viewer) }
}

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

/** The latest comments on a post, the oldest of them first. */
export async function listComments(db: Db | Tx, viewer: Viewer, postId: string, limit: number) {
  const latest = db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.postId, postId))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit)
    .as('latest')
  return db
    .select(commentFor(viewer))
    .from(latest)
    .innerJoin(comments, eq(comments.id, latest.id))
    .innerJoin(users, eq(users.id, comments.authorId))
    .orderBy(asc(comments.createdAt), asc(comments.id))
}

export async function findComment(db: Db | Tx, viewer: Viewer, id: string): Promise<CommentRow | undefined> {
  const [found] = await db
    .select(commentFor(viewer))
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, id))
  return found
}

/** A person as the viewer sees them. */
export async function findAuthor(db: Db | Tx, viewer: Viewer, id: string): Promise<AuthorRow | undefined> {
  const [found] = await db
    .select({ author: authorOf(viewer) })
    .from(users)
    .where(eq(users.id, id))
  return found?.author
}
