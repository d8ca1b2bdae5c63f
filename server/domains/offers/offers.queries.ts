// Joins companies (companies), products (products).
import { and, asc, desc, eq, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { pageSizeDefault } from '#contract/common.ts'
import type { ProductFilters } from '#contract/offers.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { isPublished, selectCards } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
import { likePattern } from '#server/platform/has-text.ts'

const newestFirst = [desc(products.publishedAt), desc(products.id)]

const selectNewest = (db: Db, where: SQL | undefined, limit: number) =>
  selectCards(db)
    .where(and(isPublished, where))
    .orderBy(...newestFirst)
    .limit(literal(limit))

const latestCount = 24
const relatedCount = 8

const latest = prepared(db => selectNewest(db, undefined, latestCount).prepare('latest_products'))

export async function listLatest(db: Db) {
  return latest(db).execute()
}

const isOther = ne(products.id, sql.placeholder('id'))
const ofGenus = prepared(db =>
  selectNewest(db, and(isOther, eq(products.genus, sql.placeholder('genus'))), relatedCount).prepare('same_genus'),
)
const ofCompany = prepared(db =>
  selectNewest(db, and(isOther, eq(products.companyId, sql.placeholder('companyId'))), relatedCount).prepare(
    'same_company',
  ),
)

export async function listRelated(db: Db, { id, genus, companyId }: { id: number; genus: string; companyId: number }) {
  const [sameGenus, sameCompany] = await Promise.all([
    ofGenus(db).execute({ id, genus }),
    ofCompany(db).execute({ id, companyId }),
  ])
  return { sameGenus, sameCompany }
}

/** The filters whose choices are counted. The other filters narrow the rows before counting. */
type CountedFilters = Pick<ProductFilters, 'zone' | 'rsp' | 'region'>
export type NarrowingFilters = Omit<ProductFilters, keyof CountedFilters | 'ordering'>

/** Whether a product's texts contain these words, in any form, or its names contain this text. */
export function matchesText(text: string): SQL | undefined {
  const { plain, words, pattern } = writtenValues(text)
  return matchesWritten({ plain: sql.param(plain), words: sql.param(words), pattern: sql.param(pattern) })
}

/**
 * Without dashes that are not attached to the word behind them: «туя - шар» does not exclude what is round, and each
 * would negate the next, of which PostgreSQL refuses more than thirty. It skips the other operators between them.
 */
const withoutLoneDashes = (text: string) => text.replace(/(?<![^\s!&|()])-+(?=[\s!&|()-]|$)/g, ' ')

/** The values that `matchesWritten` compares texts with. */
export const writtenValues = (text: string) => {
  const words = withoutLoneDashes(text)
  return { plain: words.replaceAll('ё', 'е').replaceAll('Ё', 'Е'), words, pattern: likePattern(text) }
}
type Written = Record<keyof ReturnType<typeof writtenValues>, SQLWrapper>

/** Their places in a prepared query, which is run with `writtenValues`. */
export const writtenHolders: Written = {
  plain: sql.placeholder('plain'),
  words: sql.placeholder('words'),
  pattern: sql.placeholder('pattern'),
}

/** `matchesText` with values, or with the places of values in a prepared query. */
export function matchesWritten({ plain, words, pattern }: Written): SQL | undefined {
  return or(
    sql`${products.searchVector} @@ (websearch_to_tsquery('russian', ${plain}) || websearch_to_tsquery('simple', ${words}))`,
    // Parts of words, as people type them: "smarag", "можж".
    sql`(${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}) ilike ${pattern}`,
  )
}

/** The values of the filters that are set, as the columns have them. */
function valuesOf(categoryId: number | null, filters: NarrowingFilters & Partial<CountedFilters>) {
  const { search, price_from, price_to, height_from, height_to, zone, rsp = [], region = [] } = filters
  const values = {
    categoryId: categoryId ?? undefined,
    search: search || undefined,
    priceFrom: price_from === undefined ? undefined : Math.round(price_from * 100),
    priceTo: price_to === undefined ? undefined : Math.round(price_to * 100),
    heightFrom: height_from === undefined ? undefined : height_from * 10,
    heightTo: height_to === undefined ? undefined : height_to * 10,
    zone,
    rsp: rsp.length > 0 ? rsp : undefined,
    region: region.length > 0 ? region : undefined,
  }
  return values
}
type Values = ReturnType<typeof valuesOf>

/** The conditions of the filters that are set. `at` gives what stands in the text of the query for a value. */
function matching(values: Values, at: (name: keyof Values) => SQLWrapper = name => sql.param(values[name])): SQL[] {
  const conditions: { [Name in keyof Values]: () => SQL | undefined } = {
    categoryId: () => sql`${products.categoryId} = ${at('categoryId')}`,
    search: () => matchesText(values.search ?? ''),
    // A price filter may exceed the range of the integer column.
    priceFrom: () => sql`${products.priceKopecks} >= ${at('priceFrom')}::bigint`,
    priceTo: () => sql`${products.priceKopecks} <= ${at('priceTo')}::bigint`,
    heightFrom: () => sql`coalesce(${products.heightToMm}, ${products.heightFromMm}) >= ${at('heightFrom')}`,
    heightTo: () => sql`coalesce(${products.heightFromMm}, ${products.heightToMm}) <= ${at('heightTo')}`,
    zone: () => sql`${products.zone} <= ${at('zone')}`,
    // One parameter for any number of ids, so that the text of the query is the same.
    rsp: () => sql`${products.rootPackagingId} = any(${at('rsp')}::int[])`,
    region: () => sql`${companies.regionId} = any(${at('region')}::int[])`,
  }
  return [isPublished, ...namesSet(values).flatMap(name => conditions[name]() ?? [])]
}

const namesSet = (values: Values) =>
  (Object.keys(values) as (keyof Values)[]).filter(name => values[name] !== undefined)

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

const selectFiltered = (db: Db, values: Values, ordering: ProductFilters['ordering']) =>
  selectCards(db)
    .where(and(...matching(values, name => sql.placeholder(name))))
    .orderBy(...orders[ordering])

const preparePage = (db: Db, values: Values, ordering: ProductFilters['ordering']) =>
  selectFiltered(db, values, ordering)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('filtered_products')

/**
 * PostgreSQL keeps one plan for all values of this query: to walk the list in its order until the page is full. Planning
 * one for each search takes as long as running it.
 */
const prepareFirstPage = (db: Db, values: Values, ordering: ProductFilters['ordering']) =>
  selectFiltered(db, values, ordering).limit(literal(pageSizeDefault)).prepare('first_filtered_products')

/** Queries without words by which filters they have and how they are ordered: some hundreds. */
const filteredQueries = new Map<string, (db: Db) => ReturnType<typeof preparePage>>()

function filteredQuery(values: Values, ordering: ProductFilters['ordering'], isFirstOfMany: boolean) {
  const shape = [isFirstOfMany, ordering, ...namesSet(values)].join(' ')
  const prepare = isFirstOfMany ? prepareFirstPage : preparePage
  const query = filteredQueries.get(shape) ?? prepared(db => prepare(db, values, ordering))
  filteredQueries.set(shape, query)
  return query
}

/**
 * One page of the published products of a category (`null`: all categories) that match the filters. `areCommon`: so
 * many products of the category match that walking it in its order soon fills a page.
 */
export async function listFiltered(
  db: Db,
  categoryId: number | null,
  filters: ProductFilters,
  { limit, offset }: { limit: number; offset: number },
  areCommon: boolean,
) {
  const values = valuesOf(categoryId, filters)
  if (!values.search) {
    const isFirstOfMany = areCommon && offset === 0 && limit === pageSizeDefault
    return filteredQuery(values, filters.ordering, isFirstOfMany)(db).execute({ ...values, limit, offset })
  }
  // Words are planned each time: how many products have them differs too much.
  return selectCards(db)
    .where(and(...matching(values)))
    .orderBy(...(categoryId === null ? [] : [byTextIndex]), ...orders[filters.ordering])
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
    .where(and(...matching(valuesOf(categoryId, filters))))
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
