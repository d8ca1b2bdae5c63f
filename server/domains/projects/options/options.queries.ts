// Joins products (products, variants).
import { and, eq, ne, sql } from 'drizzle-orm'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

const isLeft = and(isPublished, ne(variants.stock, 'sold_out'))

export type OfferedRow = Awaited<ReturnType<typeof listOffered>>[number]

/** All that is offered of these plants and not sold out, by all companies or by one: what decides how it answers a line, and nothing else. */
export async function listOffered(db: Db | Tx, plantIds: number[], companyId?: number) {
  return db
    .select({
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
    })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(
      and(
        sql`${products.plantId} = any(${sql.param(plantIds)}::int[])`,
        companyId === undefined ? undefined : eq(variants.companyId, companyId),
        isLeft,
      ),
    )
}

/** The plant of an offer that can be chosen; undefined for one that cannot. */
export async function findOfferedPlant(tx: Tx, variantId: number): Promise<number | null | undefined> {
  const [row] = await tx
    .select({ plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, variantId), isLeft))
  return row?.plantId
}
