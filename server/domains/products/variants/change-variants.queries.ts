// Joins companies (companies, companyMembers).
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '../products.tables.ts'
import { variants } from './variants.tables.ts'

/** All variants of the products that have one of these, if they belong to the actor's company. */
export async function listWithSiblings(tx: Tx, actorId: string, ids: number[]) {
  const named = tx
    .select({ id: variants.productId })
    .from(variants)
    .where(sql`${variants.id} = any(${sql.param(ids)}::int[])`)
  return tx
    .select({
      variant: getTableColumns(variants),
      product: {
        id: products.id,
        companyId: products.companyId,
        assignedToId: products.assignedToId,
        rootPackagingId: products.rootPackagingId,
        rootSize: products.rootSize,
        rootMeasure: products.rootMeasure,
        heightMeasure: products.heightMeasure,
      },
      creatorId: companies.creatorId,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, companies.id), eq(companyMembers.userId, actorId)))
    .where(inArray(products.id, named))
    .orderBy(asc(products.id), asc(variants.position), asc(variants.id))
}

export type OfferColumns = Pick<
  typeof variants.$inferSelect,
  'id' | 'priceKopecks' | 'priceTiers' | 'stock' | 'stockQuantity' | 'stockIsMinimum' | 'availableFrom'
>

/** Writes prices and stock of these variants and confirms them, with one statement for any number of variants. */
export async function writeOffers(tx: Tx, rows: OfferColumns[]): Promise<void> {
  await tx.execute(sql`
    update ${variants} set
      price_kopecks = given."priceKopecks", price_tiers = given."priceTiers", stock = given.stock,
      stock_quantity = given."stockQuantity", stock_is_minimum = given."stockIsMinimum",
      available_from = given."availableFrom", confirmed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (
      id int, "priceKopecks" int, "priceTiers" jsonb, stock text, "stockQuantity" int, "stockIsMinimum" boolean,
      "availableFrom" date)
    where ${variants.id} = given.id`)
}

type Derived = Pick<
  typeof products.$inferSelect,
  'id' | 'priceKopecks' | 'priceIsFrom' | 'isSoldOut' | 'rootPackagingId' | 'rootSize' | 'rootMeasure'
>

/** Writes the columns that products derive from their variants' prices and stock, with one statement for any number. */
export async function writeDerived(tx: Tx, rows: Derived[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set
      price_kopecks = given."priceKopecks", price_is_from = given."priceIsFrom", is_sold_out = given."isSoldOut",
      root_packaging_id = given."rootPackagingId", root_size = given."rootSize", root_measure = given."rootMeasure",
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (
      id int, "priceKopecks" int, "priceIsFrom" boolean, "isSoldOut" boolean, "rootPackagingId" int,
      "rootSize" numeric, "rootMeasure" text)
    where ${products.id} = given.id`)
}
