// Joins companies (companies).
import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { ProductColumns } from '../product-form.ts'
import { productSlugs, products } from '../products.tables.ts'
import { mustBeSuspended } from '../suspension.queries.ts'
import { type VariantRow, variants } from '../variants/variants.tables.ts'
import { asColumns, columnList, ids } from './bulk-columns.ts'

/** Rows, or products whose variants are read, per statement: the event loop is free between statements. */
const batch = 100

export function* batchesOf<Row>(rows: Row[]): Iterable<Row[]> {
  for (let start = 0; start < rows.length; start += batch) yield rows.slice(start, start + batch)
}

/** A company's products with the columns that a bulk change compares. */
export async function listCompanyProducts(db: Db | Tx, companyId: number) {
  return db
    .select({
      id: products.id,
      name: products.name,
      latinName: products.latinName,
      plantId: products.plantId,
      categoryId: products.categoryId,
      assignedToId: products.assignedToId,
      isApproved: products.isApproved,
      review: products.review,
    })
    .from(products)
    .where(eq(products.companyId, companyId))
    .orderBy(asc(products.id))
}

/** Rows per read statement: they are put together in one turn of the event loop. */
const page = 200

/** All variants of a company, ordered by product and position. */
export async function listCompanyVariants(db: Db | Tx, companyId: number, yieldNow: YieldNow) {
  const rows: VariantRow[] = []
  for (;;) {
    const some = await db
      .select(getTableColumns(variants))
      .from(variants)
      .where(and(eq(variants.companyId, companyId), gt(variants.id, rows.at(-1)?.id ?? 0)))
      .orderBy(asc(variants.id))
      .limit(page)
    rows.push(...some)
    if (some.length < page) break
    await yieldNow()
  }
  return rows.sort(
    (one, other) => one.productId - other.productId || one.position - other.position || one.id - other.id,
  )
}

/** The columns that determine these products' packing and heights. */
export async function listShownSizes(db: Db | Tx, productIds: number[]) {
  return db
    .select({
      id: products.id,
      plantId: products.plantId,
      rootPackagingId: products.rootPackagingId,
      rootSize: products.rootSize,
      rootMeasure: products.rootMeasure,
      heightMeasure: products.heightMeasure,
      heightFromMm: products.heightFromMm,
      heightToMm: products.heightToMm,
    })
    .from(products)
    .where(sql`${products.id} = any(${ids(productIds)})`)
    .orderBy(asc(products.id))
}

/** The company's creator; `undefined` if the company is gone. */
export async function findCreator(db: Db | Tx, companyId: number): Promise<string | undefined> {
  const [row] = await db.select({ id: companies.creatorId }).from(companies).where(eq(companies.id, companyId))
  return row?.id
}

/** Clears article numbers that are about to move to other variants of the company. */
export async function releaseSkus(tx: Tx, variantIds: number[]): Promise<void> {
  if (variantIds.length === 0) return
  await tx
    .update(variants)
    .set({ sku: null })
    .where(sql`${variants.id} = any(${ids(variantIds)})`)
}

export async function confirmAsTheyAre(tx: Tx, variantIds: number[], confirmedAt: Date): Promise<void> {
  await tx
    .update(variants)
    .set({ confirmedAt })
    .where(sql`${variants.id} = any(${ids(variantIds)})`)
}

const namesIn = (rows: object[]) => [...new Set(rows.flatMap(row => Object.keys(row)))]

/** Serialises bulk changes that reserve slugs: each takes many and would otherwise wait for the other's rows. */
export async function lockNewSlugs(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(736120419)`)
}

/** Inserts those of these slugs that are free, and returns them. Waits for a save that is inserting the same slug. */
export async function takeSlugs(tx: Tx, slugs: string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const rows = await tx
    .insert(productSlugs)
    .values(slugs.map(slug => ({ slug })))
    .onConflictDoNothing()
    .returning({ slug: productSlugs.slug })
  return rows.map(({ slug }) => slug)
}

/** Inserts products of one company with the ids and slugs reserved for them. All rows have the same columns. */
export async function insertNewProducts(
  tx: Tx,
  owner: { companyId: number; assignedToId: string | null },
  rows: (ProductColumns & { id: number; slug: string })[],
): Promise<void> {
  const suspended = mustBeSuspended(tx, owner)
  for (const some of batchesOf(rows)) {
    const names = namesIn(some)
    await tx.execute(
      sql`insert into ${products} (${columnList(names)}, is_suspended)
        select ${columnList(names)}, ${suspended}
        from jsonb_populate_recordset(null::products, ${JSON.stringify(some.map(asColumns))}::jsonb)`,
    )
  }
  await tx.execute(sql`
    update ${productSlugs} set product_id = ${products.id} from ${products}
    where ${products.slug} = ${productSlugs.slug} and ${products.id} = any(${ids(rows.map(({ id }) => id))})`)
}

export type DerivedRow = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'priceKopecks'
  | 'priceIsFrom'
  | 'heightFromMm'
  | 'heightToMm'
  | 'variantsCount'
  | 'isSoldOut'
  | 'sizes'
  | 'rootPackagingId'
  | 'rootSize'
  | 'rootMeasure'
>

/** Writes the columns that products derive from their variants. */
export async function writeAllDerived(tx: Tx, rows: DerivedRow[], yieldNow: YieldNow): Promise<void> {
  for (const some of batchesOf(rows)) {
    await yieldNow()
    await tx.execute(sql`
      update ${products} set
        price_kopecks = given."priceKopecks", price_is_from = given."priceIsFrom",
        height_from_mm = given."heightFromMm", height_to_mm = given."heightToMm",
        variants_count = given."variantsCount", is_sold_out = given."isSoldOut", sizes = given.sizes,
        root_packaging_id = given."rootPackagingId", root_size = given."rootSize", root_measure = given."rootMeasure",
        updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) given (
        id int, "priceKopecks" int, "priceIsFrom" boolean, "heightFromMm" int, "heightToMm" int, "variantsCount" int,
        "isSoldOut" boolean, sizes text, "rootPackagingId" int, "rootSize" numeric, "rootMeasure" text)
      where ${products.id} = given.id`)
  }
}

/** Withdraws published products from sale, or publishes withdrawn ones again. */
export async function setWithdrawn(tx: Tx, productIds: number[], isWithdrawn: boolean): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .update(products)
    .set({ isApproved: !isWithdrawn, review: isWithdrawn ? 'withdrawn' : null, updatedAt: sql`now()` })
    .where(sql`${products.id} = any(${ids(productIds)})`)
}

/** Notified when a transaction has changed many products of a company. */
export const bulkChannel = 'products_in_bulk'

/** Tells every process of the change once the transaction is committed. */
export async function notifyOfBulk(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${bulkChannel}, '')`)
}
