import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { lookups } from '../lookups.tables.ts'

/** Towns and villages of Russia, from the data file (docs/places.md). Nobody edits them; none is ever removed. */
export const places = pgTable(
  'places',
  {
    /** That of GeoNames. */
    id: integer().primaryKey(),
    name: text().notNull(),
    regionId: integer()
      .notNull()
      .references(() => lookups.id),
    /** A larger place beside it, where its region has several of its name. */
    near: text().notNull().default(''),
    /** Degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    population: integer().notNull(),
  },
  t => [index().on(t.regionId)],
)
