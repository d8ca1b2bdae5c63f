import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { LookupKind } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { companies } from './companies.tables.ts'

const columns = {
  region: 'regionId',
  specific: 'specificId',
  delivery: 'deliveryId',
} as const satisfies Partial<Record<LookupKind, keyof typeof companies.$inferSelect>>

/** The lookup lists to which companies refer. */
export type CompanyLookupKind = keyof typeof columns

/** Counts the companies for each used entry of the list. */
export async function countCompaniesBy(db: Db | Tx, kind: CompanyLookupKind) {
  const column = companies[columns[kind]]
  return db
    .select({ id: sql<number>`${column}`, count: sql<number>`count(*)::int` })
    .from(companies)
    .where(isNotNull(column))
    .groupBy(column)
}

/** Replaces one entry with the other in companies. They are locked first, in order of id. */
export async function replaceInCompanies(tx: Tx, kind: CompanyLookupKind, from: number, to: number): Promise<void> {
  const having = eq(companies[columns[kind]], from)
  await tx.select({ id: companies.id }).from(companies).where(having).orderBy(asc(companies.id)).for('update')
  await tx
    .update(companies)
    .set({ [columns[kind]]: to })
    .where(having)
}
