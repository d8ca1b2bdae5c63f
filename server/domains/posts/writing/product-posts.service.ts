import { isDeepStrictEqual } from 'node:util'
import { addToPostsCounts, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { publish } from '#server/platform/live/live.ts'
import {
  deletePostsOfProducts,
  findProductPost,
  insertPost,
  listAuthorsOf,
  movePostsOfCompany,
  renameAuthorOfPosts,
  renameProductsOfPosts,
  replaceRegionOfPosts,
  updateProductPost,
} from '../posts.queries.ts'
import { insertMissingPosts, settleVisibility } from './product-posts.queries.ts'

// What other domains call.

/**
 * Syncs the feed's post of a product with the product: creates it when the product is first published, copies the
 * description and hides it while the product is not published. A deleted post does not come back, one that a moderator
 * has hidden stays hidden. Called after the product is saved, with its author locked: hiding or deleting the post locks
 * the post's author, who is the same. Nothing is written where nothing changes.
 */
export async function upsertProductPost(tx: Tx, { productId }: { productId: number }): Promise<void> {
  const product = await findProductPost(tx, productId)
  if (!product || product.isSilenced) return
  const { post, shown, isPublished, createdById } = product
  if (post) {
    const changed = { ...shown, isVisible: isPublished && post.hiddenAt === null }
    if (isDeepStrictEqual({ ...post, ...changed }, post)) return
    await updateProductPost(tx, post.id, changed)
    const change = Number(changed.isVisible) - Number(post.isVisible)
    await addToPostsCounts(tx, new Map([[post.authorId, change]]))
  } else if (isPublished && createdById !== null) {
    const { body, categoryId, regionId } = shown
    await insertPost(tx, { id: uuidv7(), authorId: createdById, body, productId, categoryId, regionId })
    await addToPostsCounts(tx, new Map([[createdById, 1]]))
    await publish(tx, { type: 'new_post', count: 1 }, { everyoneBut: createdById })
  }
}

/**
 * The same for many products of which nothing but whether they are published has changed, in as few statements as for
 * one. The caller has locked the people who have made the products or written their posts.
 */
export async function upsertProductPosts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  if (productIds.length === 0) return
  const settled = await settleVisibility(tx, productIds)
  const authors = await insertMissingPosts(tx, productIds)
  const changes = [
    ...settled.map(({ authorId, isVisible }) => [authorId, isVisible ? 1 : -1] as const),
    ...authors.map(authorId => [authorId, 1] as const),
  ]
  const byAuthor = Map.groupBy(changes, ([authorId]) => authorId)
  const sums = [...byAuthor].map(
    ([authorId, some]) => [authorId, some.reduce((sum, [, change]) => sum + change, 0)] as const,
  )
  await addToPostsCounts(tx, new Map(sums))
  if (authors.length > 0) await publish(tx, { type: 'new_post', count: authors.length }, 'everyone')
}

/** Deletes the posts of products that are about to be deleted. */
export async function deleteProductPosts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  if (productIds.length === 0) return
  await lockPeople(tx, await listAuthorsOf(tx, productIds))
  const byAuthor = Map.groupBy(await deletePostsOfProducts(tx, productIds), authorId => authorId)
  await addToPostsCounts(tx, new Map([...byAuthor].map(([authorId, posts]) => [authorId, -posts.length])))
}

/** For a person whose name has changed: their posts are found by the new one. The caller has locked the person. */
export async function renameAuthor(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await renameAuthorOfPosts(tx, userId)
}

/**
 * For a company that has moved to another region: the posts of its products are found there. The caller has locked the
 * company.
 */
export async function moveCompany(
  tx: Tx,
  { companyId, regionId }: { companyId: number; regionId: number | null },
): Promise<void> {
  await movePostsOfCompany(tx, companyId, regionId)
}

/**
 * For products that the directory has renamed: their posts are found by the new names. The caller has locked the
 * companies.
 */
export async function renameProductPosts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  await renameProductsOfPosts(tx, productIds)
}

/**
 * For a region that was merged into another: the posts of products there are found there. The caller has locked the
 * companies.
 */
export async function mergeRegion(tx: Tx, from: number, to: number): Promise<void> {
  await replaceRegionOfPosts(tx, from, to)
}
