import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { lookups } from '../lookups.tables.ts'
import { places } from './places.tables.ts'

/** The columns by which places are searched. */
export async function listPlaceNames(db: Db) {
  return db
    .select({ id: places.id, name: places.name, regionId: places.regionId, population: places.population })
    .from(places)
}

export type PlaceRow = Awaited<ReturnType<typeof listPlaces>>[number]

/** Unordered. Most of what could be at a place says none: that costs no query. */
export async function listPlaces(db: Db | Tx, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: places.id,
      name: places.name,
      near: places.near,
      latitude: places.latitude,
      longitude: places.longitude,
      zone: places.zone,
      zoneHalf: places.zoneHalf,
      region: { id: lookups.id, name: lookups.name },
    })
    .from(places)
    .innerJoin(lookups, eq(lookups.id, places.regionId))
    .where(inArray(places.id, ids))
}

export async function findPlace(db: Db | Tx, id: number): Promise<PlaceRow | undefined> {
  return (await listPlaces(db, [id]))[0]
}

/** Adds places and updates them from the data file. */
export async function putPlaces(tx: Tx, rows: (typeof places.$inferInsert)[]): Promise<void> {
  await tx
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: places.id,
      set: {
        name: sql`excluded.name`,
        regionId: sql`excluded.region_id`,
        near: sql`excluded.near`,
        latitude: sql`excluded.latitude`,
        longitude: sql`excluded.longitude`,
        population: sql`excluded.population`,
        zone: sql`excluded.zone`,
        zoneHalf: sql`excluded.zone_half`,
      },
    })
}
