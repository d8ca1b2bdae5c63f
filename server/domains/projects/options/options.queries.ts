// Joins products (products, variants).
import { and, eq, ne, sql } from 'drizzle-orm'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

const isLeft = and(isPublished, ne(variants.stock, 'sold_out'))

const ofVariant = {
  plantId: products.plantId,
  id: variants.id,
  companyId: variants.companyId,
  form: variants.form,
  heightFromMm: variants.heightFromMm,
  heightToMm: variants.heightToMm,
  spreadFromMm: variants.spreadFromMm,
  spreadToMm: variants.spreadToMm,
  girthFromMm: variants.girthFromMm,
  girthToMm: variants.girthToMm,
  stemHeightMm: variants.stemHeightMm,
  stems: variants.stems,
  transplants: variants.transplants,
  root: variants.root,
  rootSize: variants.rootSize,
  priceKopecks: variants.priceKopecks,
  priceTiers: variants.priceTiers,
}

export type OfferedRow = Awaited<ReturnType<typeof listOffered>>[number]

/** All that is offered of these plants and not sold out: what decides how it answers a line, and nothing else. */
export async function listOffered(db: Db | Tx, plantIds: number[]) {
  return db
    .select(ofVariant)
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(and(sql`${products.plantId} = any(${sql.param(plantIds)}::int[])`, isLeft))
}

/** The plants of those of these offers that can be chosen, by variant. */
export async function listOfferedPlants(db: Db | Tx, variantIds: number[]): Promise<Map<number, number | null>> {
  if (variantIds.length === 0) return new Map()
  const rows = await db
    .select({ id: variants.id, plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(sql`${variants.id} = any(${sql.param(variantIds)}::int[])`, isLeft))
  return new Map(rows.map(({ id, plantId }) => [id, plantId]))
}

/** A published size with the name of its product; undefined when there is none. */
export async function findSize(db: Db, variantId: number) {
  const [row] = await db
    .select({ ...ofVariant, name: products.name, stock: variants.stock })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, variantId), isPublished))
  return row
}
