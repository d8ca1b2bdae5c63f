import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canReadPost } from '#server/policy/posts.ts'
import { listRights } from '../posts.queries.ts'

/** Those of these posts that this person may see, with one query. */
export async function readablePosts(db: Db, actor: Actor, ids: string[]): Promise<string[]> {
  return (await listRights(db, actor, ids)).filter(post => canReadPost(actor, post)).map(({ id }) => id)
}
