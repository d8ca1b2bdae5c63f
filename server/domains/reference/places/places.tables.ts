import { doublePrecision, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { lookups } from '../lookups.tables.ts'

/** Towns and villages of Russia, from the data file (docs/places.md). They are never edited or removed. */
export const places = pgTable(
  'places',
  {
    /** The GeoNames id. */
    id: integer().primaryKey(),
    name: text().notNull(),
    regionId: integer()
      .notNull()
      .references(() => lookups.id),
    /** A larger place nearby, if its region has several places with this name. */
    near: text().notNull().default(''),
    /** Degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    population: integer().notNull(),
    /** USDA hardiness zone, and its half where it is known. */
    zone: smallint(),
    zoneHalf: text({ enum: ['a', 'b'] }),
  },
  t => [index().on(t.regionId)],
)
