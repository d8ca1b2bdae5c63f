// Joins products (products, variants).
import { and, eq, ne } from 'drizzle-orm'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'

const isLeft = and(isPublished, ne(variants.stock, 'sold_out'))

/** The plant of an offer that can be chosen; undefined for one that cannot. */
export async function findOfferedPlant(tx: Tx, variantId: number): Promise<number | null | undefined> {
  const [row] = await tx
    .select({ plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, variantId), isLeft))
  return row?.plantId
}
