// Joins companies (companies, companyMembers), plants (categories, plants), products (products, variants).
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { array, bestFirst, matching, type OfferQuery, selectOffers, unitPrice } from './offer-search.queries.ts'

/** Whether an offer belongs to a company of this person. */
const isOwnOf = (personId: string) => sql`exists (select from ${companyMembers}
  where ${companyMembers.companyId} = ${variants.companyId} and ${companyMembers.userId} = ${personId})`

/** Excludes sold-out offers, unless the query itself filters by stock. */
const isToBeHad = ({ filters }: OfferQuery) =>
  filters.stock.length > 0 ? undefined : sql`${variants.stock} <> 'sold_out'`

/** A person's query for alerts. */
export interface AlertQuery {
  query: OfferQuery
  /** Alerts leave out the offers of this person's companies. */
  personId: string
  /** If set, only offers of this product match. */
  productId: number | null
}

const toldOf = ({ query, personId, productId }: AlertQuery) =>
  and(
    matching(query),
    isToBeHad(query),
    sql`not ${isOwnOf(personId)}`,
    productId === null ? undefined : eq(variants.productId, productId),
  )

/**
 * The variant states that match, each with its price of one plant in kopecks. `states` selects rows of variants, both
 * current and previous ones, with `is_before` as an additional last column.
 */
export async function matchStates(db: Db | Tx, alert: AlertQuery, states: SQL) {
  return db
    .select({
      variantId: sql<number>`${variants.id}`,
      isBefore: sql<boolean>`"variants"."is_before"`,
      unitKopecks: unitPrice(alert.query.filters.quantity),
    })
    .from(sql`(${states}) "variants"`)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, variants.companyId))
    .leftJoin(plants, eq(plants.id, products.plantId))
    .where(toldOf(alert))
}

export type AlertedOffer = Awaited<ReturnType<typeof listAlerted>>[number]

/** The variants among these that match, best first, at most `limit`. `count` is the number of all that match. */
export async function listAlerted(db: Db | Tx, alert: AlertQuery, variantIds: number[], limit: number) {
  const isAsked = and(sql`${variants.id} = ${array(variantIds, 'int')}`, toldOf(alert))
  const unitKopecks = unitPrice(alert.query.filters.quantity)
  return selectOffers(db, { unitKopecks, count: sql<number>`(count(*) over ())::int` })
    .where(isAsked)
    .orderBy(...bestFirst(alert.query))
    .limit(limit)
}

/** The number of offers that match each query, counted up to `most`. */
export async function countUpTo(db: Db, queries: OfferQuery[], most: number): Promise<number[]> {
  if (queries.length === 0) return []
  const counts = queries.map((query, index) => {
    const found = db
      .select({ one: sql`1` })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .innerJoin(companies, eq(companies.id, variants.companyId))
      .leftJoin(plants, eq(plants.id, products.plantId))
      .where(matching(query))
      .limit(most)
    return sql`select ${index}::int as "index", (select count(*)::int from (${found}) found) as "count"`
  })
  const counted = sql`(${sql.join(counts, sql` union all `)}) counted`
  const rows = await db
    .select({ count: sql<number>`"count"` })
    .from(counted)
    .orderBy(sql`"index"`)
  return rows.map(({ count }) => count)
}
