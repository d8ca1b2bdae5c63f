import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { comments, postAttachments, postLikes, posts } from './posts.tables.ts'

/** The person's posts, newest first, those that follow `after`. */
export async function listOwnPosts(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
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
    .where(and(eq(posts.authorId, userId), after && lt(posts.id, after.id)))
    .orderBy(desc(posts.id))
    .limit(limit)
}

export async function listOwnComments(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
  return db
    .select({
      id: comments.id,
      postId: comments.postId,
      body: comments.body,
      productId: comments.productId,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(and(eq(comments.authorId, userId), after && lt(comments.id, after.id)))
    .orderBy(desc(comments.id))
    .limit(limit)
}

export async function listOwnLikes(db: Db, userId: string, after: { postId: string } | undefined, limit: number) {
  return db
    .select({ postId: postLikes.postId, createdAt: postLikes.createdAt })
    .from(postLikes)
    .where(and(eq(postLikes.userId, userId), after && gt(postLikes.postId, after.postId)))
    .orderBy(asc(postLikes.postId))
    .limit(limit)
}
