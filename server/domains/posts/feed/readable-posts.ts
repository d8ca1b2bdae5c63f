import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canReadPost } from '#server/policy/posts.ts'
import { findSeenComment, listRights } from '../posts.queries.ts'

/** Those of these posts that this person may see, with one query. */
export async function readablePosts(db: Db, actor: Actor, ids: string[]): Promise<string[]> {
  return (await listRights(db, actor, ids)).filter(post => canReadPost(actor, post)).map(({ id }) => id)
}

/** A comment on this post, if this person may see both. */
export async function findReadComment(db: Db, actor: Actor, postId: string, id: string) {
  const isReadable = (await readablePosts(db, actor, [postId])).length > 0
  return isReadable ? findSeenComment(db, actor, postId, id) : null
}
