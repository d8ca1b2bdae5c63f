// Joins reference (places).
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { places } from '#server/domains/reference/places/places.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { companies } from './companies.tables.ts'

/** A sphere has an error of at most half a percent, much less than the detours of roads. */
const earthRadiusKm = 6371.0088

interface Point {
  latitude: number
  longitude: number
}

/** The distance of each company with a known place: whole kilometres in a straight line. */
export async function listDistances(db: Db, from: Point): Promise<Map<number, number>> {
  const latitude = sql`coalesce(${companies.latitude}, ${places.latitude})`
  const longitude = sql`coalesce(${companies.longitude}, ${places.longitude})`
  const [north, east] = [sql`${from.latitude}::float8`, sql`${from.longitude}::float8`]
  const squared = sql`power(sin(radians(${latitude} - ${north}) / 2), 2)
    + cos(radians(${latitude})) * cos(radians(${north})) * power(sin(radians(${longitude} - ${east}) / 2), 2)`
  const rows = await db
    .select({
      id: companies.id,
      km: sql<number>`round(${2 * earthRadiusKm}::float8 * asin(sqrt(least(1, ${squared}))))::int`,
    })
    .from(companies)
    .leftJoin(places, eq(places.id, companies.placeId))
    .where(and(isNull(companies.blockedAt), isNotNull(latitude)))
  return new Map(rows.map(({ id, km }) => [id, km]))
}
