// Joins companies (companies).
import { asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

const columns = {
  winter_hardiness: 'zoneId',
  growth_pattern: 'growthPatternId',
  place_of_cultivation: 'placeOfCultivationId',
  crown_shape: 'crownShapeId',
  age_group: 'ageGroupId',
  root_packaging: 'rootPackagingId',
} as const satisfies Partial<Record<LookupKind, keyof typeof products.$inferSelect>>

/** The lookup lists to which products refer. */
export type ProductLookupKind = keyof typeof columns
export const isOfProducts = (kind: LookupKind): kind is ProductLookupKind => kind in columns

/** Counts the products for each used entry of the list. */
export async function countProductsBy(db: Db | Tx, kind: ProductLookupKind) {
  const column = products[columns[kind]]
  return db
    .select({ id: sql<number>`${column}`, count: sql<number>`count(*)::int` })
    .from(products)
    .where(isNotNull(column))
    .groupBy(column)
}

/** Replaces one entry with the other in products. Their companies are locked first, in order of id. */
export async function replaceInProducts(tx: Tx, kind: ProductLookupKind, from: number, to: number): Promise<void> {
  const having = eq(products[columns[kind]], from)
  const theirs = tx.select({ id: products.companyId }).from(products).where(having)
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, theirs))
    .orderBy(asc(companies.id))
    .for('update')
  await tx
    .update(products)
    .set({ [columns[kind]]: to })
    .where(having)
}
