// Joins companies (companies), products (products).
import { and, asc, desc, eq, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ProductFilters } from '#contract/offers.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isPublished, selectCards } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { likePattern } from '#server/platform/has-text.ts'

const newestFirst = [desc(products.publishedAt), desc(products.id)]

export async function listLatest(db: Db, limit: number) {
  return selectCards(db)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit)
}

export async function listRelated(db: Db, to: { id: number; genus: string; companyId: number }, limit: number) {
  const others = and(isPublished, ne(products.id, to.id))
  const [sameGenus, sameCompany] = await Promise.all([
    selectCards(db)
      .where(and(others, eq(products.genus, to.genus)))
      .orderBy(...newestFirst)
      .limit(limit),
    selectCards(db)
      .where(and(others, eq(products.companyId, to.companyId)))
      .orderBy(...newestFirst)
      .limit(limit),
  ])
  return { sameGenus, sameCompany }
}

/** The filters whose choices are counted. The other filters narrow the rows before counting. */
type CountedFilters = Pick<ProductFilters, 'zone' | 'rsp' | 'region'>
export type NarrowingFilters = Omit<ProductFilters, keyof CountedFilters | 'ordering'>

export function matchesText(text: string): SQL | undefined {
  const plain = text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  return or(
    sql`${products.searchVector} @@ (websearch_to_tsquery('russian', ${plain}) || websearch_to_tsquery('simple', ${text}))`,
    // Parts of words, as people type them: "smarag", "можж".
    sql`(${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}) ilike ${likePattern(text)}`,
  )
}

function narrowing(categoryId: number | null, filters: NarrowingFilters): (SQL | undefined)[] {
  return [
    isPublished,
    categoryId === null ? undefined : eq(products.categoryId, categoryId),
    filters.search ? matchesText(filters.search) : undefined,
    // A price filter may exceed the range of the integer column.
    filters.price_from === undefined
      ? undefined
      : sql`${products.priceKopecks} >= ${Math.round(filters.price_from * 100)}::bigint`,
    filters.price_to === undefined
      ? undefined
      : sql`${products.priceKopecks} <= ${Math.round(filters.price_to * 100)}::bigint`,
    filters.height_from === undefined
      ? undefined
      : sql`coalesce(${products.heightToMm}, ${products.heightFromMm}) >= ${filters.height_from * 10}`,
    filters.height_to === undefined
      ? undefined
      : sql`coalesce(${products.heightFromMm}, ${products.heightToMm}) <= ${filters.height_to * 10}`,
  ]
}

const orders: Record<ProductFilters['ordering'], SQL[]> = {
  '-created_at': newestFirst,
  price: [asc(products.priceKopecks), asc(products.id)],
  '-price': [sql`${products.priceKopecks} desc nulls last`, asc(products.id)],
}

/**
 * Used as the first sort key for searches within a category. It is the same for all published products and changes no
 * order, but it keeps the planner from walking the ordering's index until enough rows match. Text matches and category
 * are correlated (no roses among the conifers). The planner cannot know this and would read the texts of the whole
 * category.
 */
const byTextIndex = sql`${products.isActive}::int`

/** One page of the published products of a category (`null`: all categories) that match the filters. */
export async function listFiltered(
  db: Db,
  categoryId: number | null,
  filters: ProductFilters,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectCards(db)
    .where(
      and(
        ...narrowing(categoryId, filters),
        filters.zone === undefined ? undefined : lte(products.zone, filters.zone),
        filters.rsp.length ? inArray(products.rootPackagingId, filters.rsp) : undefined,
        filters.region.length ? inArray(companies.regionId, filters.region) : undefined,
      ),
    )
    .orderBy(...(filters.search && categoryId !== null ? [byTextIndex] : []), ...orders[filters.ordering])
    .limit(limit)
    .offset(offset)
}

/**
 * The number of published products with the same category, zone, root packaging and region. The counts of all filters
 * are sums of these.
 */
export interface FacetBucket {
  categoryId: number
  zone: number | null
  rootPackagingId: number | null
  regionId: number | null
  count: number
}

export async function countFacetBuckets(
  db: Db,
  categoryId: number | null,
  filters: NarrowingFilters,
): Promise<FacetBucket[]> {
  return db
    .select({
      categoryId: products.categoryId,
      zone: products.zone,
      rootPackagingId: products.rootPackagingId,
      regionId: companies.regionId,
      count: sql<number>`count(*)::int`,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(and(...narrowing(categoryId, filters)))
    .groupBy(products.categoryId, products.zone, products.rootPackagingId, companies.regionId)
}

/** The number of published products of each category; categories without any are left out. */
export async function countPublished(db: Db) {
  return db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
    .from(products)
    .where(isPublished)
    .groupBy(products.categoryId)
}
