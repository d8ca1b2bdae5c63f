// Joins accounts (users), companies (companies, companyMembers), plants (genera, plants), products (products), reference (lookups).
import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import { areApart, isActive, isSeenBy } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'

/** A company that the site shows, with somebody in it who may answer. */
const mayBeAsked = (db: Db | Tx) =>
  and(
    isNull(companies.blockedAt),
    exists(
      db
        .select({ id: users.id })
        .from(companyMembers)
        .innerJoin(users, eq(users.id, companyMembers.userId))
        .where(and(eq(companyMembers.companyId, companies.id), isActive)),
    ),
  )

/** Those of these companies that may be asked. */
export async function listAskable(db: Db | Tx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(inArray(companies.id, ids), mayBeAsked(db)))
  return rows.map(({ id }) => id)
}

/** How a buyer stands to the people for whom these companies stand, their creators. */
export async function listStandings(tx: Db | Tx, buyerId: string, ids: number[]) {
  if (ids.length === 0) return []
  return tx
    .select({ id: companies.id, isApart: areApart(buyerId, companies.creatorId) })
    .from(companies)
    .where(inArray(companies.id, ids))
}

/** The genera of these plants by the plants' ids. */
export async function listGenera(db: Db | Tx, plantIds: number[]): Promise<Map<number, string>> {
  if (plantIds.length === 0) return new Map()
  const rows = await db
    .select({ id: plants.id, genus: genera.name })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(inArray(plants.id, plantIds))
  return new Map(rows.map(({ id, genus }) => [id, genus]))
}

/**
 * Companies in these regions (none: anywhere) that offer these plants or others of these genera, and which of them;
 * without those that the buyer may not ask.
 */
export async function listOffering(
  db: Db | Tx,
  buyer: Pick<Actor, 'id' | 'silences'>,
  { plantIds, genusNames, regions }: { plantIds: number[]; genusNames: string[]; regions: number[] },
) {
  const wanted = sql`${sql.param(plantIds)}::int[]`
  return db
    .select({
      ...ratedColumns,
      region: { id: lookups.id, name: lookups.name },
      plantIds: sql<number[]>`coalesce(array_agg(distinct ${products.plantId})
        filter (where ${products.plantId} = any(${wanted})), '{}')`,
      genera: sql<string[]>`array_agg(distinct ${products.genus})`,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(lookups, eq(lookups.id, companies.regionId))
    .where(
      and(
        isPublished,
        or(sql`${products.genus} = any(${sql.param(genusNames)}::text[])`, sql`${products.plantId} = any(${wanted})`),
        regions.length === 0 ? undefined : inArray(companies.regionId, regions),
        mayBeAsked(db),
        isSeenBy(buyer, companies.creatorId),
      ),
    )
    .groupBy(companies.id, lookups.id)
}
