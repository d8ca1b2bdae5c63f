// Joins reference (places).
import { eq, inArray, sql } from 'drizzle-orm'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { companies } from './companies.tables.ts'

/**
 * Where these companies load and how they deliver. The place is that of the gazetteer, which everybody may know; of a
 * company that only names its exact position, the position to about a kilometre.
 */
export async function listDeliveryFacts(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: companies.id,
      name: companies.name,
      latitude: sql<number | null>`coalesce(${places.latitude}, round(${companies.latitude}::numeric, 2)::float8)`,
      longitude: sql<number | null>`coalesce(${places.longitude}, round(${companies.longitude}::numeric, 2)::float8)`,
      terms: companies.deliveryTerms,
    })
    .from(companies)
    .leftJoin(places, eq(places.id, companies.placeId))
    .where(inArray(companies.id, ids))
}
export type DeliveryFacts = Awaited<ReturnType<typeof listDeliveryFacts>>[number]
