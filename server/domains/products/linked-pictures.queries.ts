// Joins plants (categories).
import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { smallPotCm } from './illustration-spec.ts'
import { products } from './products.tables.ts'

/** What the drawn picture of a linked product depends on; products with equal values share one picture. */
export interface View {
  plantId: number
  heightFromMm: number | null
  heightToMm: number | null
  /** Width of the small pot of a product without a height. */
  potMm: number | null
}

// The same as `potOf`, in SQL.
const potMm = sql<number | null>`case when ${products.heightFromMm} is null and ${products.heightToMm} is null
  and ${products.rootMeasure} = 'SM' and ${products.rootSize} > 0 and ${products.rootSize} <= ${sql.raw(String(smallPotCm))}
  then round(${products.rootSize} * 10)::int end`

const viewColumns = {
  plantId: products.plantId,
  heightFromMm: products.heightFromMm,
  heightToMm: products.heightToMm,
  potMm,
}

/** A product linked to no plant: drawn from its form. */
export interface OwnView {
  productId: number
}

const shows = (view: View): SQL | undefined =>
  and(
    eq(products.plantId, view.plantId),
    sql`${products.heightFromMm} is not distinct from ${view.heightFromMm}::int`,
    sql`${products.heightToMm} is not distinct from ${view.heightToMm}::int`,
    sql`${potMm} is not distinct from ${view.potMm ?? null}::int`,
  )

export async function listViews(tx: Tx, productIds: number[]): Promise<View[]> {
  const rows = await tx.selectDistinct(viewColumns).from(products).where(inArray(products.id, productIds))
  return rows.flatMap(({ plantId, ...heights }) => (plantId === null ? [] : [{ plantId, ...heights }]))
}

/** The distinct views of all linked products, and all products that are not linked. */
export async function listAllViews(tx: Tx): Promise<(View | OwnView)[]> {
  const linked = await tx.selectDistinct(viewColumns).from(products).where(isNotNull(products.plantId))
  const own = await tx.select({ productId: products.id }).from(products).where(isNull(products.plantId))
  return [...linked.flatMap(({ plantId, ...heights }) => (plantId === null ? [] : [{ plantId, ...heights }])), ...own]
}

export async function findUnlinked(db: Db, { productId }: OwnView) {
  const [row] = await db
    .select({ product: products, categorySlug: categories.slug })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, productId), isNull(products.plantId)))
  return row
}

/** Sets the picture of a product unless it was saved after it was read. */
export async function setOwnPicture(tx: Tx, product: typeof products.$inferSelect, mediaKey: string): Promise<void> {
  await tx
    .update(products)
    .set({ drawnMediaKey: mediaKey })
    .where(
      and(
        eq(products.id, product.id),
        isNull(products.plantId),
        eq(products.drawnMediaKey, product.drawnMediaKey),
        sql`date_trunc('milliseconds', ${products.updatedAt}) = ${product.updatedAt.toISOString()}::timestamptz`,
      ),
    )
}

export async function isShown(db: Db, view: View): Promise<boolean> {
  const [row] = await db.select({ id: products.id }).from(products).where(shows(view)).limit(1)
  return row !== undefined
}

/** Sets the picture on all products with this view. */
export async function setDrawnPicture(tx: Tx, view: View, mediaKey: string): Promise<void> {
  await tx
    .update(products)
    .set({ drawnMediaKey: mediaKey })
    .where(and(shows(view), ne(products.drawnMediaKey, mediaKey)))
}
