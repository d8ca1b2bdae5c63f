import { addToPostsCounts, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { withdrawPost } from '#server/domains/trade/requests/posted-requests.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { canReadPost, canRemovePost } from '#server/policy/posts.ts'
import { noSuchPost } from '../feed/feed.service.ts'
import { type Grounds, postRemoving } from '../posts.events.ts'
import { deletePost, findRights, lockPost, silenceProduct } from '../posts.queries.ts'

/**
 * Deletes a post for its author or a moderator. Throws NOT_FOUND for a post that the actor may not see and FORBIDDEN
 * for one that is not theirs.
 */
export async function removePost(db: Db, actor: Actor, id: string, grounds: Grounds) {
  const seen = await findRights(db, actor, id)
  if (!seen || !canReadPost(actor, seen)) throw noSuchPost()
  if (!canRemovePost(actor, seen)) throw new AppError('FORBIDDEN', 'Запись удаляет её автор.')
  await db.transaction(async tx => {
    await lockPeople(tx, [seen.authorId])
    // Checked again under the lock: its product may have been taken down since.
    const post = await lockPost(tx, actor, id)
    if (!post || !canReadPost(actor, post)) throw noSuchPost()
    if (post.authorId !== actor.id) await postRemoving.emit(tx, { postId: id, actor, ...grounds })
    // Before the post: deleting that locks the feed's version, which others wait for.
    if (post.isRequest) await withdrawPost(tx, id)
    if (!(await deletePost(tx, id))) throw noSuchPost()
    await publish(tx, { type: 'post_removed', post_id: id }, { watching: id })
    if (post.productId !== null) await silenceProduct(tx, post.productId)
    if (post.isVisible && !post.isPrivate) await addToPostsCounts(tx, new Map([[post.authorId, -1]]))
  })
  return { message: 'post deleted' as const }
}
