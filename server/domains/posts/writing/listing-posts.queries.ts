import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { lockPosts, refreshSearchText } from '../posts.queries.ts'
import { posts } from '../posts.tables.ts'

export async function renameProductsOfPosts(tx: Tx, productIds: number[]): Promise<void> {
  const announcing = inArray(posts.productId, productIds)
  await lockPosts(tx, announcing)
  await refreshSearchText(tx, announcing)
}

export async function replaceRegionOfPosts(tx: Tx, from: number, to: number): Promise<void> {
  const there = eq(posts.regionId, from)
  await lockPosts(tx, there)
  await tx.update(posts).set({ regionId: to }).where(there)
}
