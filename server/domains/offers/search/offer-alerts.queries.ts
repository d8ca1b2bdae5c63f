// Joins companies (companies, companyMembers), plants (categories, plants), products (products, variants).
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { array, bestFirst, matching, type OfferQuery, selectOffers, unitPrice } from './offer-search.queries.ts'

/** Whether an offer is one of the person's own companies. */
const isOwnOf = (personId: string) => sql`exists (select from ${companyMembers}
  where ${companyMembers.companyId} = ${variants.companyId} and ${companyMembers.userId} = ${personId})`

/** What is in stock, or will be, unless the query asks for a stock itself. */
const isToBeHad = ({ filters }: OfferQuery) =>
  filters.stock.length > 0 ? undefined : sql`${variants.stock} <> 'sold_out'`

/** Who wants to hear of which offers. */
export interface AlertQuery {
  query: OfferQuery
  /** Offers of their own companies are no news to them. */
  personId: string
  /** Of this product only. */
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
 * Which states of variants match, and at what price for one. `states` selects rows of variants under that name, as
 * they are and as they were, with `is_before` at their end.
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

/** Those of these variants that match, the best first, and how many there are. */
export async function listAlerted(db: Db | Tx, alert: AlertQuery, variantIds: number[], limit: number) {
  const isAsked = and(sql`${variants.id} = ${array(variantIds, 'int')}`, toldOf(alert))
  const unitKopecks = unitPrice(alert.query.filters.quantity)
  return selectOffers(db, { unitKopecks, count: sql<number>`(count(*) over ())::int` })
    .where(isAsked)
    .orderBy(...bestFirst(alert.query))
    .limit(limit)
}

/** How many offers match each query, up to so many. */
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
  const rows = await db.select({ count: sql<number>`"count"` }).from(counted).orderBy(sql`"index"`)
  return rows.map(({ count }) => count)
}
