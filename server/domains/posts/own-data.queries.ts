import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { comments, postAttachments, postLikes, posts } from './posts.tables.ts'

export async function listOwnPosts(db: Db, userId: string) {
  return db
    .select({
      id: posts.id,
      body: posts.body,
      isPrivate: posts.isPrivate,
      isRequest: posts.isRequest,
      productId: posts.productId,
      createdAt: posts.createdAt,
      // With their tables' names: Drizzle omits them in queries of a single table.
      pictureKeys: sql<string[]>`array(select a.media_key from ${postAttachments} a
        where a.post_id = ${posts}.id order by a.position)`,
    })
    .from(posts)
    .where(eq(posts.authorId, userId))
    .orderBy(desc(posts.id))
}

export async function listOwnComments(db: Db, userId: string) {
  return db
    .select({
      id: comments.id,
      postId: comments.postId,
      body: comments.body,
      productId: comments.productId,
      createdAt: comments.createdAt,
    })
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
