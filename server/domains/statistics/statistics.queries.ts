// Joins plants (categories), products (products).
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { rowsOf } from '#server/platform/database/rows-of.ts'
import { type countedKinds, countedToday, productCounts } from './statistics.tables.ts'

export type CountedKind = (typeof countedKinds)[number]

export interface Counted {
  day: string
  visitor: string
  productId: number
  kind: CountedKind
}

/** The company of a published product. */
export async function findSeller(db: Db, productId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ companyId: products.companyId })
    .from(products)
    .where(and(eq(products.id, productId), isPublished))
  return row?.companyId
}

/**
 * Adds those who have not been counted on their day, in one statement for any number. The products are locked first, in
 * order, so that it never waits for the deletion of one while it holds their counts.
 */
export async function addCounted(db: Db, counted: Counted[]): Promise<void> {
  await db.execute(sql`
    with counted as (
      select day, visitor, "productId" as product_id, kind
      from json_to_recordset(${JSON.stringify(counted)}::text::json) as t(day date, visitor text, "productId" int, kind text)
    ), seen as (
      select id, company_id from ${products} where id in (select product_id from counted) order by id for key share
    ), fresh as (
      insert into ${countedToday} (day, visitor, product_id, kind)
      select day, visitor, product_id, kind from counted join seen on seen.id = product_id order by 1, 2, 3, 4
      on conflict do nothing
      returning day, product_id, kind
    )
    insert into ${productCounts} (product_id, week, kind, company_id, count)
    select product_id, date_trunc('week', day)::date, kind, company_id, count(*)
    from fresh join seen on seen.id = product_id group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (product_id, week, kind) do update set count = ${productCounts.count} + excluded.count`)
}

const mostProducts = 10

const sumOf = (kind: CountedKind) =>
  sql<number>`coalesce(sum(${productCounts.count}) filter (where ${productCounts.kind} = ${kind}), 0)::int`

/** What was counted of a company since this Monday: by week, and of the products that were seen most. */
export async function readCounts(db: Db, companyId: number, since: string) {
  const isMeant = and(eq(productCounts.companyId, companyId), gte(productCounts.week, since))
  const numbers = { views: sumOf('view').as('views'), phones: sumOf('phone').as('phones') }
  const weeks = db
    .select({ week: sql<string>`${productCounts.week}`.as('week'), ...numbers })
    .from(productCounts)
    .where(isMeant)
    .groupBy(productCounts.week)
  const most = db
    .select({
      id: sql<number>`${products.id}`.as('id'),
      name: sql<string>`${products.name}`.as('name'),
      slug: sql<string>`${products.slug}`.as('slug'),
      categorySlug: sql<string>`${categories.slug}`.as('categorySlug'),
      ...numbers,
    })
    .from(productCounts)
    .innerJoin(products, eq(products.id, productCounts.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isMeant)
    .groupBy(products.id, categories.id)
    .orderBy(desc(sql`views`), desc(sql`phones`), products.id)
    .limit(mostProducts)
  const [row] = await db.select({ weeks: rowsOf(weeks), products: rowsOf(most) }).from(sql`(select) one`)
  if (!row) throw new Error('no row')
  return row
}

/** Deletes who was counted before this day, and counts of weeks before that one. */
export async function forgetOldCounts(db: Db, { day, week }: { day: string; week: string }): Promise<void> {
  await db.execute(sql`delete from ${countedToday} where day < ${day}`)
  await db.execute(sql`delete from ${productCounts} where week < ${week}`)
}
