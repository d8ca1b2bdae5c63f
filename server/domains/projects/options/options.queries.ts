// Joins products (products, variants).
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { isPublished, knownQuantity } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

const isLeft = and(isPublished, ne(variants.stock, 'sold_out'), sql`coalesce(${knownQuantity}, 1) > 0`)

/** Plants by variant, for those of these variants that can be chosen. */
export async function listOfferedPlants(db: Db | Tx, variantIds: number[]): Promise<Map<number, number | null>> {
  if (variantIds.length === 0) return new Map()
  const rows = await db
    .select({ id: variants.id, plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.id, variantIds), isLeft))
  return new Map(rows.map(({ id, plantId }) => [id, plantId]))
}

/** A published variant with the name of its product; `undefined` if there is none. */
export async function findSize(db: Db, variantId: number) {
  const [row] = await db
    .select({ size: variants, name: products.name, plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, variantId), isPublished))
  return row
}
