import type { Db, Tx } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live.ts'
import type { Actor } from '#server/platform/session.ts'
import { canReadPost } from '#server/policy/posts.ts'
import {
  addToPostsCounts,
  deletePostsOfProducts,
  findAnnouncement,
  findRights,
  insertPost,
  listAuthorsOf,
  lockPeople,
  movePostsOfCompany,
  renameAuthorOfPosts,
  updateAnnouncement,
} from './posts.queries.ts'

// What other domains call.

interface Announcement {
  productId: number
  /** Who made the listing; `null` when nobody is left to be the author. */
  authorId: string | null
  body: string
  isPublished: boolean
}

/**
 * Brings the feed's post of a listing to the listing's state: makes it when the listing is first published, lets its
 * text follow the description and hides it while the listing is not published. A post that was deleted does not come
 * back. Called after the listing is saved, by whoever holds its row.
 */
export async function announceProduct(tx: Tx, { productId, authorId, body, isPublished }: Announcement): Promise<void> {
  const listing = await findAnnouncement(tx, productId)
  if (!listing) return
  const { post, isSilenced, categoryId, regionId } = listing
  const heldId = post?.authorId ?? authorId
  if (heldId === null || isSilenced || !(post || isPublished)) return
  await lockPeople(tx, [heldId])
  if (post) {
    await updateAnnouncement(tx, post.id, { body, isVisible: isPublished, categoryId, regionId })
    const change = Number(isPublished) - Number(post.isVisible)
    await addToPostsCounts(tx, new Map([[post.authorId, change]]))
  } else {
    await insertPost(tx, { id: uuidv7(), authorId: heldId, body, productId, categoryId, regionId })
    await addToPostsCounts(tx, new Map([[heldId, 1]]))
    await publish(tx, { type: 'new_post', count: 1 }, { everyoneBut: heldId })
  }
}

/** Deletes the posts of listings that are about to be deleted. */
export async function withdrawProducts(tx: Tx, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return
  await lockPeople(tx, await listAuthorsOf(tx, productIds))
  const byAuthor = Map.groupBy(await deletePostsOfProducts(tx, productIds), authorId => authorId)
  await addToPostsCounts(tx, new Map([...byAuthor].map(([authorId, posts]) => [authorId, -posts.length])))
}

/** For a person whose name has changed: their posts are found by the new one. The caller holds the person. */
export async function renameAuthor(tx: Tx, userId: string): Promise<void> {
  await renameAuthorOfPosts(tx, userId)
}

/** For a company that has moved to another region: the posts of its listings are found there. The caller holds the company. */
export async function moveCompany(tx: Tx, companyId: number, regionId: number | null): Promise<void> {
  await movePostsOfCompany(tx, companyId, regionId)
}

/** Whether there is such a post for this person. */
export async function canSeePost(db: Db, actor: Actor, id: string): Promise<boolean> {
  const post = await findRights(db, actor.id, id)
  return post !== undefined && canReadPost(actor, post)
}
