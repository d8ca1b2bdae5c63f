// Joins companies (companies), products (products).
import { and, eq, isNotNull, isNull, ne, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { lockPosts, refreshSearchText } from '../posts.queries.ts'
import { posts, silencedProducts } from '../posts.tables.ts'

/** As one array parameter, however many there are. */
const isOneOf = (column: SQLWrapper, ids: number[]) => sql`${column} = any(${sql.param(ids)}::int[])`

/**
 * Sets the visibility of these products' posts: visible if the product is published and the post not hidden; returns
 * the changed posts.
 */
export async function settleVisibility(tx: Tx, productIds: number[]) {
  const isShown = sql<boolean>`(${products.isActive} and ${posts.hiddenAt} is null)`
  await lockPosts(tx, isOneOf(posts.productId, productIds))
  return tx
    .update(posts)
    .set({ isVisible: isShown })
    .from(products)
    .where(and(eq(products.id, posts.productId), isOneOf(products.id, productIds), ne(posts.isVisible, isShown)))
    .returning({ authorId: posts.authorId, isVisible: posts.isVisible })
}

/** Creates the posts of those of these products that are published for the first time; returns the author of each. */
export async function insertMissingPosts(tx: Tx, productIds: number[]): Promise<string[]> {
  const silenced = tx
    .select({ one: sql`1` })
    .from(silencedProducts)
    .where(eq(silencedProducts.productId, products.id))
  const missing = await tx
    .select({
      productId: products.id,
      authorId: sql<string>`${products.createdById}`,
      body: products.description,
      categoryId: products.categoryId,
      regionId: companies.regionId,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(posts, eq(posts.productId, products.id))
    .where(
      and(
        isOneOf(products.id, productIds),
        sql`${products.isActive}`,
        isNotNull(products.createdById),
        isNull(posts.id),
        notExists(silenced),
      ),
    )
    .orderBy(products.id)
  if (missing.length === 0) return []
  const rows = missing.map(row => ({ ...row, id: uuidv7() }))
  await tx.insert(posts).values(rows)
  await refreshSearchText(
    tx,
    isOneOf(
      posts.productId,
      rows.map(row => row.productId),
    ),
  )
  return rows.map(row => row.authorId)
}
