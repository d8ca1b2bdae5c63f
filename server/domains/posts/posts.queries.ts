// Joins accounts (users), companies (companies), products (products), trade (requests).
import { and, asc, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isApartFrom, isSeenBy, isSilencedBySomebody } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { requests } from '#server/domains/trade/trade.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isFriendOf, isHidden, type Reader } from './post-rows.queries.ts'
import {
  commentLikes,
  comments,
  earlierTexts,
  postAttachments,
  postLikes,
  postReports,
  posts,
  silencedProducts,
} from './posts.tables.ts'

/** The columns that decide who may see a post and what they may do to it. */
const rights = {
  id: posts.id,
  authorId: posts.authorId,
  isPrivate: posts.isPrivate,
  isVisible: posts.isVisible,
  isHidden,
  productId: posts.productId,
  isRequest: posts.isRequest,
}

export type PostRights = Awaited<ReturnType<typeof findRights>>

type Asking = Pick<Reader, 'id' | 'silences'>

const selectRights = (db: Db | Tx, asking: Asking, id: string) => selectRightsOf(db, asking, [id])

function selectRightsOf(db: Db | Tx, asking: Asking, ids: string[]) {
  return db
    .select({
      ...rights,
      isFriend: isFriendOf(asking, posts.authorId),
      isApart: isApartFrom(asking, posts.authorId),
      /** Somebody must not, or does not want to, see what the actor writes. */
      isSilenced: isSilencedBySomebody(asking.id),
    })
    .from(posts)
    .where(inArray(posts.id, ids))
}

export async function listRights(db: Db, asking: Asking, ids: string[]) {
  return ids.length === 0 ? [] : selectRightsOf(db, asking, ids)
}

export async function findRights(db: Db | Tx, asking: Asking, id: string) {
  const [row] = await selectRights(db, asking, id)
  return row
}

/** Locks the post until the transaction ends, so that its counts change one at a time. */
export async function lockPost(tx: Tx, asking: Asking, id: string): Promise<PostRights> {
  const [row] = await selectRights(tx, asking, id).for('no key update', { of: posts }).prepare('lock_post').execute()
  return row
}

interface Searched {
  body: SQLWrapper
  productId: number | null | SQLWrapper
  authorId: string | SQLWrapper
}

/** As `withoutIds` of contract/mentions.ts: nobody looks for an id. */
const withoutIds = (body: SQLWrapper) =>
  sql`regexp_replace(${body}, '@\\[([^\\[\\]\\n]{1,255})\\]\\([0-9a-fA-F-]{36}\\)', '@\\1', 'g')`

/** The text that the feed's search looks through. */
const searchTextOf = ({ body, productId, authorId }: Searched) => sql<string>`concat_ws(' ', ${withoutIds(body)},
  (select ${products.name} from ${products} where ${products.id} = ${productId}),
  (select ${users.name} from ${users} where ${users.id} = ${authorId}))`

/** Updates the search text from the post, its product and its author. */
export async function refreshSearchText(tx: Tx, where: SQL): Promise<void> {
  await tx
    .update(posts)
    .set({ searchText: searchTextOf(posts) })
    .where(where)
}

export async function insertPost(
  tx: Tx,
  row: Omit<typeof posts.$inferInsert, 'searchText'>,
  attachments: { id: string; mediaKey: string }[] = [],
): Promise<void> {
  const { body, authorId, productId = null } = row
  await tx
    .insert(posts)
    .values({ ...row, searchText: searchTextOf({ body: sql`${body}::text`, authorId, productId }) })
    .prepare('insert_post')
    .execute()
  if (attachments.length === 0) return
  await tx
    .insert(postAttachments)
    .values(attachments.map((attachment, position) => ({ ...attachment, postId: row.id, position })))
}

/** Deletes the post with everything that refers to it. False if it did not exist. */
export async function deletePost(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.delete(posts).where(eq(posts.id, id)).returning({ id: posts.id })
  return deleted.length > 0
}

/** Returns the post's new counts; `undefined` if this person has already liked the post, which the caller has locked. */
export async function likeOnce(tx: Tx, postId: string, userId: string): Promise<PostCounts | undefined> {
  const liked = tx
    .$with('liked')
    .as(tx.insert(postLikes).values({ postId, userId }).onConflictDoNothing().returning({ postId: postLikes.postId }))
  const [counts] = await tx
    .with(liked)
    .update(posts)
    .set({ likesCount: sql`${posts.likesCount} + 1` })
    .from(liked)
    .where(eq(posts.id, liked.postId))
    .returning({ likesCount: posts.likesCount, commentsCount: posts.commentsCount })
    .prepare('like_post')
    .execute()
  return counts
}

export async function insertReport(tx: Tx, row: typeof postReports.$inferInsert): Promise<void> {
  await tx.insert(postReports).values(row).onConflictDoNothing()
}

export async function insertComment(tx: Tx, row: typeof comments.$inferInsert): Promise<void> {
  await tx.insert(comments).values(row)
}

/** Whether this comment is on this post, and the actor sees it; locks it until the transaction ends. */
export async function lockComment(tx: Tx, asking: Asking, postId: string, id: string) {
  const [row] = await tx
    .select({ id: comments.id, authorId: comments.authorId, body: comments.body, productId: comments.productId })
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.postId, postId), isSeenBy(asking, comments.authorId)))
    .for('no key update')
  return row
}

export async function findSeenComment(db: Db, asking: Asking, postId: string, id: string) {
  const [row] = await db
    .select({ authorId: comments.authorId, body: comments.body })
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.postId, postId), isSeenBy(asking, comments.authorId)))
  return row
}

/** The post of a comment. */
export async function findPostOf(db: Db, commentId: string): Promise<string | undefined> {
  const [row] = await db.select({ postId: comments.postId }).from(comments).where(eq(comments.id, commentId))
  return row?.postId
}

export async function updateComment(tx: Tx, id: string, body: string): Promise<void> {
  await tx
    .update(comments)
    .set({ body, editedAt: sql`now()` })
    .where(eq(comments.id, id))
}

export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await tx.delete(comments).where(eq(comments.id, id))
}

/** False if this person has already liked the comment, which the caller has locked. */
export async function likeCommentOnce(tx: Tx, commentId: string, userId: string): Promise<boolean> {
  const inserted = await tx.insert(commentLikes).values({ commentId, userId }).onConflictDoNothing().returning()
  if (inserted.length === 0) return false
  await tx
    .update(comments)
    .set({ likesCount: sql`${comments.likesCount} + 1` })
    .where(eq(comments.id, commentId))
  return true
}

/** Stores what is about to be replaced. */
export async function insertEarlierText(
  tx: Tx,
  row: { id: string; postId: string; commentId?: string; body: string },
): Promise<void> {
  await tx.insert(earlierTexts).values(row)
}

/** What a post and its comments said before, the latest first. */
export async function listEarlierTexts(db: Db, postId: string, limit: number) {
  return db
    .select({
      id: earlierTexts.id,
      commentId: earlierTexts.commentId,
      body: earlierTexts.body,
      replacedAt: earlierTexts.replacedAt,
    })
    .from(earlierTexts)
    .where(eq(earlierTexts.postId, postId))
    .orderBy(desc(earlierTexts.id))
    .limit(limit)
}

/** What can be changed of a post, with its pictures. */
export async function findChangeable(db: Db | Tx, id: string) {
  const [row] = await db
    .select({
      body: posts.body,
      isPrivate: posts.isPrivate,
      isRequest: posts.isRequest,
      /** It was made from a project. */
      asksPrices: sql<boolean>`exists (select from ${requests} where ${requests.postId} = ${posts.id})`,
    })
    .from(posts)
    .where(eq(posts.id, id))
  const pictures = await db
    .select({ id: postAttachments.id, mediaKey: postAttachments.mediaKey })
    .from(postAttachments)
    .where(eq(postAttachments.postId, id))
  return row && { ...row, pictures }
}

export async function updatePost(
  tx: Tx,
  id: string,
  change: { body: string; isPrivate: boolean; isRequest: boolean; hasMentions: boolean },
): Promise<void> {
  await tx
    .update(posts)
    .set({ ...change, hasMentions: sql`${posts.hasMentions} or ${change.hasMentions}::boolean`, editedAt: sql`now()` })
    .where(eq(posts.id, id))
  await refreshSearchText(tx, eq(posts.id, id))
}

/** Gives pictures of a post other keys, by their id. */
export async function moveAttachments(tx: Tx, keys: Map<string, string>): Promise<void> {
  const rows = [...keys].map(([id, key]) => sql`(${id}::uuid, ${key}::text)`)
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${postAttachments} set media_key = moved.key
    from (values ${sql.join(rows, sql`, `)}) moved (id, key) where ${postAttachments.id} = moved.id`)
}

export interface PostCounts {
  likesCount: number
  commentsCount: number
}

/** Adds a comment, or takes one away; returns the post's counts. The caller has locked the post. */
export async function countComments(tx: Tx, id: string, change: 1 | -1): Promise<PostCounts> {
  const [counts] = await tx
    .update(posts)
    .set({ commentsCount: sql`${posts.commentsCount} + ${change}::int` })
    .where(eq(posts.id, id))
    .returning({ likesCount: posts.likesCount, commentsCount: posts.commentsCount })
    .prepare('count_comments')
    .execute()
  if (!counts) throw new Error('a post is gone that was held')
  return counts
}

/** A product's data for its post, and the current post, if any. */
export async function findProductPost(tx: Tx, productId: number) {
  const [row] = await tx
    .select({
      isPublished: products.isActive,
      createdById: products.createdById,
      shown: {
        body: products.description,
        categoryId: products.categoryId,
        regionId: companies.regionId,
        searchText: searchTextOf({ ...posts, body: products.description }),
      },
      post: {
        id: posts.id,
        authorId: posts.authorId,
        isVisible: posts.isVisible,
        hiddenAt: posts.hiddenAt,
        body: posts.body,
        categoryId: posts.categoryId,
        regionId: posts.regionId,
        searchText: posts.searchText,
      },
      isSilenced: sql<boolean>`exists (select from ${silencedProducts} where ${silencedProducts.productId} = ${products.id})`,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(posts, eq(posts.productId, products.id))
    .where(eq(products.id, productId))
    .prepare('product_post')
    .execute()
  return row
}

type PostChange = Pick<typeof posts.$inferInsert, 'body' | 'isVisible' | 'categoryId' | 'regionId' | 'searchText'>

export async function updateProductPost(tx: Tx, id: string, change: PostChange): Promise<void> {
  await tx.update(posts).set(change).where(eq(posts.id, id))
}

/** Stops this product from being posted again. */
export async function silenceProduct(tx: Tx, productId: number): Promise<void> {
  await tx.insert(silencedProducts).values({ productId }).onConflictDoNothing()
}

/** Stops these products from being posted again. */
export async function silenceProducts(tx: Tx, productIds: number[]): Promise<void> {
  await tx
    .insert(silencedProducts)
    .select(sql`select product_id from unnest(${sql.param(productIds)}::int[]) product_id`)
    .onConflictDoNothing()
}

export async function findPostAuthor(tx: Tx, id: string) {
  const [row] = await tx
    .select({ authorId: posts.authorId, isVisible: posts.isVisible })
    .from(posts)
    .where(eq(posts.id, id))
  return row
}

/** Whether this is a published listing of the company. */
export async function isOwnListing(tx: Tx, companyId: number, productId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.companyId, companyId), isPublished))
  return rows.length > 0
}

/** The company's region, by which its posts are filtered. */
export async function regionOfCompany(tx: Tx, companyId: number) {
  const [row] = await tx
    .select({ regionId: companies.regionId, isBlocked: sql<boolean>`${companies.blockedAt} is not null` })
    .from(companies)
    .where(eq(companies.id, companyId))
  return row
}

/** The authors of these products' posts. */
export async function listAuthorsOf(tx: Tx, productIds: number[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ authorId: posts.authorId })
    .from(posts)
    .where(inArray(posts.productId, productIds))
  return rows.map(row => row.authorId)
}

/** Deletes the posts of these products; returns the author of each visible one. */
export async function deletePostsOfProducts(tx: Tx, productIds: number[]): Promise<string[]> {
  const deleted = await tx
    .delete(posts)
    .where(inArray(posts.productId, productIds))
    .returning({ authorId: posts.authorId, isVisible: posts.isVisible })
  return deleted.filter(post => post.isVisible).map(post => post.authorId)
}

/** Locks several posts, always in order of id, before they are changed together. */
export async function lockPosts(tx: Tx, where: SQL): Promise<void> {
  const held = tx
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(asc(posts.id))
    .for('no key update')
    .as('held')
  await tx.select({ count: sql<number>`count(*)::int` }).from(held)
}

export async function renameAuthorOfPosts(tx: Tx, authorId: string): Promise<void> {
  const theirs = eq(posts.authorId, authorId)
  await lockPosts(tx, theirs)
  await refreshSearchText(tx, theirs)
}

export async function movePostsOfCompany(tx: Tx, companyId: number, regionId: number | null): Promise<void> {
  const ofCompany = tx.select({ id: products.id }).from(products).where(eq(products.companyId, companyId))
  const announced = inArray(posts.productId, ofCompany)
  await lockPosts(tx, announced)
  await tx.update(posts).set({ regionId }).where(announced)
}

export async function renameProductsOfPosts(tx: Tx, productIds: number[]): Promise<void> {
  const announcing = inArray(posts.productId, productIds)
  await lockPosts(tx, announcing)
  await refreshSearchText(tx, announcing)
}

export async function replaceRegionOfPosts(tx: Tx, from: number, to: number): Promise<void> {
  const there = eq(posts.regionId, from)
  await lockPosts(tx, there)
  await tx.update(posts).set({ regionId: to }).where(there)
}
