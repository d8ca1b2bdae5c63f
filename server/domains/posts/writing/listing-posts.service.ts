import type { Tx } from '#server/platform/database/database.ts'
import { renameProductsOfPosts, replaceRegionOfPosts } from './listing-posts.queries.ts'

/** For products that the directory has renamed: their posts are found by the new names. The caller holds the companies. */
export async function renameProducts(tx: Tx, { productIds }: { productIds: number[] }): Promise<void> {
  await renameProductsOfPosts(tx, productIds)
}

/** For a region that was merged into another: the posts of products there are found there. The caller holds the companies. */
export async function mergeRegion(tx: Tx, from: number, to: number): Promise<void> {
  await replaceRegionOfPosts(tx, from, to)
}
