import { asc, desc, eq, or, sql } from 'drizzle-orm'
import { messages } from '#server/domains/chat/chat.tables.ts'
import { friendshipRequests, friendships } from '#server/domains/friends/friends.tables.ts'
import { notifications } from '#server/domains/notifications/notifications.tables.ts'
import { comments, postAttachments, postLikes, posts } from '#server/domains/posts/posts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { confirmations, users } from '../accounts/accounts.tables.ts'

/** Listings that the person has made or looks after. */
export async function listOwnProducts(db: Db, userId: string) {
  return db
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      description: products.description,
      priceKopecks: products.priceKopecks,
      isActive: products.isActive,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .where(or(eq(products.createdById, userId), eq(products.assignedToId, userId)))
    .orderBy(desc(products.id))
}

export async function listOwnPosts(db: Db, userId: string) {
  return db
    .select({
      id: posts.id,
      body: posts.body,
      isPrivate: posts.isPrivate,
      isRequest: posts.isRequest,
      productId: posts.productId,
      createdAt: posts.createdAt,
      // Named with their tables: of a query with one table the names stand alone.
      pictureKeys: sql<string[]>`array(select a.media_key from ${postAttachments} a
        where a.post_id = ${posts}.id order by a.position)`,
    })
    .from(posts)
    .where(eq(posts.authorId, userId))
    .orderBy(desc(posts.id))
}

export async function listOwnComments(db: Db, userId: string) {
  return db
    .select({ id: comments.id, postId: comments.postId, body: comments.body, createdAt: comments.createdAt })
    .from(comments)
    .where(eq(comments.authorId, userId))
    .orderBy(desc(comments.id))
}

export async function listOwnLikes(db: Db, userId: string) {
  return db
    .select({ postId: postLikes.postId, createdAt: postLikes.createdAt })
    .from(postLikes)
    .where(eq(postLikes.userId, userId))
}

export async function listOwnFriends(db: Db, userId: string) {
  return db
    .select({ id: users.id, name: users.name, createdAt: friendships.createdAt })
    .from(friendships)
    .innerJoin(users, eq(users.id, friendships.friendId))
    .where(eq(friendships.userId, userId))
}

/** Requests for friendship that the person has sent or received. */
export async function listOwnRequests(db: Db, userId: string) {
  return db
    .select({
      fromId: friendshipRequests.fromId,
      toId: friendshipRequests.toId,
      status: friendshipRequests.status,
      createdAt: friendshipRequests.createdAt,
    })
    .from(friendshipRequests)
    .where(or(eq(friendshipRequests.fromId, userId), eq(friendshipRequests.toId, userId)))
}

/** What the person has written in conversations; what others wrote to them is theirs. */
export async function listOwnMessages(db: Db, userId: string) {
  return db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      body: messages.body,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.authorId, userId))
    .orderBy(asc(messages.conversationId), asc(messages.number))
}

export async function listOwnUploads(db: Db, userId: string) {
  return db
    .select({ id: uploads.id, mediaKey: uploads.mediaKey, createdAt: uploads.createdAt })
    .from(uploads)
    .where(eq(uploads.ownerId, userId))
}

/** Addresses to which letters with a link have gone. */
export async function listOwnConfirmations(db: Db, userId: string) {
  return db
    .select({ email: confirmations.email, createdAt: confirmations.createdAt, usedAt: confirmations.usedAt })
    .from(confirmations)
    .where(eq(confirmations.userId, userId))
}

/** What nobody but the person has to do with. */
export async function deleteOwnTraces(tx: Tx, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.recipientId, userId))
  await tx.delete(uploads).where(eq(uploads.ownerId, userId))
}
