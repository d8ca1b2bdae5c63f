import { isDeepStrictEqual } from 'node:util'
import { addToPostsCounts, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
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
import { announcePosts } from './announce-posts.ts'
import { insertMissingPosts, settleVisibility } from './product-posts.queries.ts'

// The functions that other domains call.

/**
 * Syncs the feed's post of a product with the product: creates it when the product is first published, copies the
 * description and hides it while the product is not published. A deleted post is not created again, one that a
 * moderator has hidden stays hidden. Called after the product is saved, with its author locked: hiding or deleting the
 * post locks its author, who is the same. Writes nothing if nothing changes.
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
    await announcePosts(tx, new Map([[createdById, 1]]))
  }
}

/**
 * Syncs the posts of many products of which only the publication has changed, with as few statements as for one. The
 * caller has locked the authors of the products and their posts.
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
  if (authors.length === 0) return
  const added = Map.groupBy(authors, authorId => authorId)
  await announcePosts(tx, new Map([...added].map(([authorId, posts]) => [authorId, posts.length])))
}

/** Deletes the posts of products that are about to be deleted. */
export async function deleteProductPosts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  if (productIds.length === 0) return
  await lockPeople(tx, await listAuthorsOf(tx, productIds))
  const byAuthor = Map.groupBy(await deletePostsOfProducts(tx, productIds), authorId => authorId)
  await addToPostsCounts(tx, new Map([...byAuthor].map(([authorId, posts]) => [authorId, -posts.length])))
}

/** Updates the search text of a renamed person's posts. The caller has locked the person. */
export async function renameAuthor(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await renameAuthorOfPosts(tx, userId)
}

/** Updates the region of the posts of a company that has moved. The caller has locked the company. */
export async function moveCompany(
  tx: Tx,
  { companyId, regionId }: { companyId: number; regionId: number | null },
): Promise<void> {
  await movePostsOfCompany(tx, companyId, regionId)
}

/** Updates the search text of posts whose products the directory has renamed. The caller has locked the companies. */
export async function renameProductPosts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  await renameProductsOfPosts(tx, productIds)
}

/** Updates the region of posts if a region was merged into another. The caller has locked the companies. */
export async function mergeRegion(tx: Tx, from: number, to: number): Promise<void> {
  await replaceRegionOfPosts(tx, from, to)
}
