import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { lookups } from '#server/domains/lookups/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { companies, companyMembers } from './companies.tables.ts'

const region = alias(lookups, 'region')
const specific = alias(lookups, 'specific')
const delivery = alias(lookups, 'delivery')

export async function listCompanies(db: Db) {
  return db
    .select({ id: companies.id, name: companies.name, region: { id: region.id, name: region.name } })
    .from(companies)
    .leftJoin(region, eq(region.id, companies.regionId))
    .orderBy(asc(companies.name), asc(companies.id))
}

/** The company with the names of its lookups, or `undefined`. */
export async function findCompany(db: Db | Tx, id: number) {
  const [row] = await db
    .select({
      company: companies,
      region: { id: region.id, name: region.name },
      specific: { id: specific.id, name: specific.name },
      delivery: { id: delivery.id, name: delivery.name },
    })
    .from(companies)
    .leftJoin(region, eq(region.id, companies.regionId))
    .leftJoin(specific, eq(specific.id, companies.specificId))
    .leftJoin(delivery, eq(delivery.id, companies.deliveryId))
    .where(eq(companies.id, id))
  return row
}

/** People of a company in the order in which they joined; the creator joined first. */
export async function listMembers(db: Db | Tx, companyId: number) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(asc(companyMembers.joinedAt), asc(users.id))
}

/** The company of a person, as creator or employee, or `null`. */
export async function companyIdOf(db: Db | Tx, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, userId))
  return row?.companyId ?? null
}

export async function insertCompany(tx: Tx, row: typeof companies.$inferInsert): Promise<number> {
  const [created] = await tx.insert(companies).values(row).returning({ id: companies.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

export async function insertMembers(tx: Tx, rows: (typeof companyMembers.$inferInsert)[]): Promise<void> {
  await tx.insert(companyMembers).values(rows)
}
