// Joins companies (companies), plants (categories), products (products, variants).
import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { priceListRows } from '../price-lists.tables.ts'

/** Not those of products taken off sale: a list that contains them puts them on sale again. */
const isOnSale = sql`${products.review} is distinct from 'withdrawn'`

const offered = (companyId: number, isForOthers: boolean) =>
  and(eq(variants.companyId, companyId), isForOthers ? isPublished : isOnSale)

/**
 * Variants that a company offers in the order of their products, those that follow `after`; for others only those of
 * published products.
 */
export async function listOfferedSizes(
  db: Db,
  companyId: number,
  isForOthers: boolean,
  after: { variant: { productId: number; position: number; id: number } } | undefined,
  limit: number,
) {
  const { productId, position, id } = after?.variant ?? { productId: 0, position: 0, id: 0 }
  return db
    .select({
      name: products.name,
      latinName: products.latinName,
      category: categories.name,
      variant: getTableColumns(variants),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        offered(companyId, isForOthers),
        after &&
          sql`(${variants.productId}, ${variants.position}, ${variants.id}) > (${productId}::int, ${position}::int, ${id}::int)`,
      ),
    )
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id))
    .limit(limit)
}
export type SizeRow = Awaited<ReturnType<typeof listOfferedSizes>>[number]

/** Whether any of these variants has an article number, and the minimum quantities of their lower prices. */
export async function readOfferedColumns(
  db: Db,
  companyId: number,
  isForOthers: boolean,
): Promise<{ hasSku: boolean; quantities: (number | null)[] }> {
  const of = offered(companyId, isForOthers)
  const [row] = await db
    .select({ hasSku: sql<boolean>`coalesce(bool_or(${variants.sku} is not null), false)` })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(of)
  const tiers = await db
    .selectDistinct({ quantity: sql<number | null>`(tier ->> 'quantityFrom')::int` })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sql`lateral jsonb_array_elements(${variants.priceTiers}) tier`, sql`true`)
    .where(of)
  return { hasSku: row?.hasSku ?? false, quantities: tiers.map(({ quantity }) => quantity) }
}

/** The number of cells of the widest row of a list. */
export async function countCells(db: Db, listId: string): Promise<number> {
  const [row] = await db
    .select({ cells: sql<number>`coalesce(max(jsonb_array_length(${priceListRows.cells})), 0)::int` })
    .from(priceListRows)
    .where(eq(priceListRows.listId, listId))
  return row?.cells ?? 0
}

/** Rows of a list for its report, those that follow `after`. */
export async function listReportedRows(db: Db, listId: string, after: { position: number } | undefined, limit: number) {
  return db
    .select({
      position: priceListRows.position,
      sheet: priceListRows.sheet,
      row: priceListRows.row,
      part: priceListRows.part,
      kind: priceListRows.kind,
      state: priceListRows.state,
      cells: priceListRows.cells,
      /** Why the row is in this state. */
      reasons: sql<string>`concat_ws('; ', (
        select string_agg(problem ->> 'message', '; ' order by place)
        from jsonb_array_elements(${priceListRows.shown} -> 'problems') with ordinality problems(problem, place)), (
        select 'Не прочитано: ' || string_agg('«' || (unread ->> 'text') || '»', ', ' order by place)
        from jsonb_array_elements(${priceListRows.shown} -> 'unread') with ordinality texts(unread, place)))`,
    })
    .from(priceListRows)
    .where(and(eq(priceListRows.listId, listId), gt(priceListRows.position, after?.position ?? -1)))
    .orderBy(asc(priceListRows.position))
    .limit(limit)
}
export type ReportedRow = Awaited<ReturnType<typeof listReportedRows>>[number]

/** Published variants of a company, section by section, as visitors see them. */
export async function listPublishedSizes(
  db: Db,
  companyId: number,
  { limit, offset, products: wanted = [] }: { limit: number; offset: number; products?: number[] },
) {
  return db
    .select({
      product: { id: products.id, name: products.name, latinName: products.latinName, slug: products.slug },
      category: { id: categories.id, name: categories.name, slug: categories.slug },
      variant: getTableColumns(variants),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(eq(variants.companyId, companyId), isPublished, wanted.length > 0 ? inArray(products.id, wanted) : undefined),
    )
    .orderBy(
      asc(categories.name),
      asc(categories.id),
      asc(products.name),
      asc(products.id),
      asc(variants.position),
      asc(variants.id),
    )
    .limit(limit)
    .offset(offset)
}

/** The number of a company's published variants, and the last time that one of them was confirmed. */
export async function countPublishedSizes(
  db: Db,
  companyId: number,
): Promise<{ sizes: number; updatedAt: Date | null }> {
  const [row] = await db
    .select({ sizes: count(), updatedAt: max(variants.confirmedAt) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.companyId, companyId), isPublished))
  return row ?? { sizes: 0, updatedAt: null }
}

/** The name of a company, unless it is blocked. */
export async function findShownCompany(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.blockedAt)))
  return row?.name
}
