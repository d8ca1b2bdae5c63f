// Joins companies (companies), plants (categories, genera, plants), products (products), publications (articles).
import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isOffered } from '#server/domains/plants/plants.api.ts'
import { categories, genera, plants } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { articles } from '#server/domains/publications/publications.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * The rows in a file of the site map: a range of ids, so that a new row changes only the last file. At most `limit` of
 * them are read at once.
 */
export interface Range {
  after: number
  upTo: number
  limit: number
}

const within = (id: PgColumn, { after, upTo }: Pick<Range, 'after' | 'upTo'>) => and(gt(id, after), lte(id, upTo))

/** The non-empty ranges of `size` ids, numbered from 0, with the time of the last change in each. */
const parts = (id: PgColumn, size: number, changed: SQL) => ({
  part: sql<number>`(${id} - 1) / ${sql.raw(String(size))}`.as('part'),
  changed: sql<Date | null>`${changed}`.mapWith((value: string) => new Date(value)),
})

export async function listProductParts(db: Db, size: number) {
  const columns = parts(products.id, size, sql`max(${products.updatedAt})`)
  return db
    .select(columns)
    .from(products)
    .where(isPublished)
    .groupBy(sql`part`)
    .orderBy(sql`part`)
}

/** Published products. */
export async function listProductAddresses(db: Db, range: Range) {
  return db
    .select({ id: products.id, categorySlug: categories.slug, slug: products.slug, changed: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isPublished, within(products.id, range)))
    .orderBy(asc(products.id))
    .limit(range.limit)
}

export async function listPlantParts(db: Db, size: number) {
  return db
    .select(parts(plants.id, size, sql`max(${plants.editedAt})`))
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(isOffered)
    .groupBy(sql`part`)
    .orderBy(sql`part`)
}

/** Plants of the directory that have a page; the time of change is known only if staff have edited them. */
export async function listPlantAddresses(db: Db, range: Range) {
  return db
    .select({ id: plants.id, slug: plants.slug, changed: plants.editedAt })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(and(isOffered, within(plants.id, range)))
    .orderBy(asc(plants.id))
    .limit(range.limit)
}

export async function listCompanyParts(db: Db, size: number) {
  const columns = parts(companies.id, size, sql`null::timestamptz`)
  return db
    .select(columns)
    .from(companies)
    .where(isNull(companies.blockedAt))
    .groupBy(sql`part`)
    .orderBy(sql`part`)
}

/** Companies that are not blocked. */
export async function listCompanyAddresses(db: Db, range: Range) {
  return db
    .select({ id: companies.id, slug: companies.slug })
    .from(companies)
    .where(and(isNull(companies.blockedAt), within(companies.id, range)))
    .orderBy(asc(companies.id))
    .limit(range.limit)
}

export async function listArticleParts(db: Db, size: number) {
  const columns = parts(articles.id, size, sql`max(${articles.updatedAt})`)
  return db
    .select(columns)
    .from(articles)
    .where(isNotNull(articles.publishedAt))
    .groupBy(sql`part`)
    .orderBy(sql`part`)
}

/** Published articles. */
export async function listArticleAddresses(db: Db, range: Range) {
  return db
    .select({ id: articles.id, slug: articles.slug, changed: articles.updatedAt })
    .from(articles)
    .where(and(isNotNull(articles.publishedAt), within(articles.id, range)))
    .orderBy(asc(articles.id))
    .limit(range.limit)
}
