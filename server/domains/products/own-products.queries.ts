// Joins companies (companies, companyMembers), plants (categories).
import { and, asc, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OwnProductQuery, OwnState } from '#contract/products.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { selectWhole } from './products.queries.ts'
import { products } from './products.tables.ts'
import { mustBeSuspended } from './suspension.queries.ts'
import { variants } from './variants/variants.tables.ts'

export type OwnFilters = Pick<OwnProductQuery, 'search' | 'category' | 'state' | 'stock' | 'freshness' | 'ordering'>

const states: Record<OwnState, SQL | undefined> = {
  published: sql`${products.isActive}`,
  waiting: and(sql`not ${products.isActive}`, or(isNull(products.review), eq(products.review, 'resubmitted'))),
  returned: and(sql`not ${products.isActive}`, eq(products.review, 'returned')),
  hidden: and(sql`not ${products.isActive}`, eq(products.review, 'hidden')),
}

const age = sql`now() - ${variants.confirmedAt}`
const ages = {
  fresh: sql`${age} < interval '15 days'`,
  ageing: sql`${age} >= interval '15 days' and ${age} < interval '46 days'`,
  stale: sql`${age} >= interval '46 days'`,
}

const orders = {
  name: [asc(products.name)],
  category: [asc(categories.name)],
  price: [sql`${products.priceKopecks} nulls last`],
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const withoutYo = (text: SQL | string) => sql`translate(${text}, 'ёЁ', 'еЕ')`

function ofAnySize(db: Db, ...which: SQL[]) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(variants)
      .where(and(eq(variants.productId, products.id), ...which)),
  )
}

/** Every word is in the name, or an article number begins with the whole text. */
function isFound(db: Db, search: string): SQL | undefined {
  const name = withoutYo(sql`${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}`)
  const words = search.split(/\s+/).slice(0, 10)
  return or(
    and(...words.map(word => sql`${name} ilike ${withoutYo(`%${escaped(word)}%`)}`)),
    ofAnySize(db, sql`${variants.sku} ilike ${`${escaped(search)}%`}`),
  )
}

function ownWhere(db: Db, companyId: number, { search, category, state, stock, freshness }: OwnFilters) {
  return and(
    eq(products.companyId, companyId),
    search ? isFound(db, search) : undefined,
    category ? eq(categories.slug, category) : undefined,
    state && states[state],
    stock && ofAnySize(db, eq(variants.stock, stock)),
    freshness && ofAnySize(db, ages[freshness]),
  )
}

/** A page of the company's products that match, with all their columns. */
export async function listOwnPage(
  db: Db,
  companyId: number,
  filters: OwnFilters,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectWhole(db)
    .where(ownWhere(db, companyId, filters))
    .orderBy(...(filters.ordering ? orders[filters.ordering] : []), desc(products.createdAt), desc(products.id))
    .limit(limit)
    .offset(offset)
}

export async function countOwn(db: Db, companyId: number, filters: OwnFilters): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(ownWhere(db, companyId, filters))
  return row?.count ?? 0
}

/** Those of these products that belong to the actor's company, with the columns that decide who may change them. */
export async function listChangeable(tx: Tx, actorId: string, ids: number[]) {
  return tx
    .select({
      id: products.id,
      companyId: products.companyId,
      assignedToId: products.assignedToId,
      creatorId: companies.creatorId,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, companies.id), eq(companyMembers.userId, actorId)))
    .where(inArray(products.id, ids))
}

/** Assigns the products to this employee; they are suspended while the employee is blocked. */
export async function assignProducts(tx: Tx, companyId: number, ids: number[], assignedToId: string | null) {
  const isSuspended = mustBeSuspended(tx, { companyId, assignedToId })
  await tx
    .update(products)
    .set({ assignedToId, isSuspended, updatedAt: sql`now()` })
    .where(inArray(products.id, ids))
}
