import { and, asc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { privatePrefix } from '#server/platform/media/private-addresses.ts'
import { postAttachments, posts } from '../posts.tables.ts'

const isPrivateKey: SQL = sql`starts_with(${postAttachments.mediaKey}, ${privatePrefix})`

/** Pictures of private posts that are stored under public addresses, after the one with this id. */
export async function listExposedPictures(db: Db, after: string, limit: number) {
  return db
    .select({ id: postAttachments.id, postId: postAttachments.postId, mediaKey: postAttachments.mediaKey })
    .from(postAttachments)
    .innerJoin(posts, eq(posts.id, postAttachments.postId))
    .where(and(posts.isPrivate, not(isPrivateKey), gt(postAttachments.id, after)))
    .orderBy(asc(postAttachments.id))
    .limit(limit)
}

/** Does nothing if the attachment was deleted or has another picture meanwhile. */
export async function setPicture(
  tx: Tx,
  { id, postId, mediaKey }: { id: string; postId: string; mediaKey: string },
  key: string,
) {
  // A new version of the post's row invalidates what was cached of the old one (post-rows.queries.ts).
  await tx.update(posts).set({ isPrivate: true }).where(eq(posts.id, postId))
  await tx
    .update(postAttachments)
    .set({ mediaKey: key })
    .where(and(eq(postAttachments.id, id), eq(postAttachments.mediaKey, mediaKey)))
}
