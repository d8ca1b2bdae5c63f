import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * One row, counted up by triggers with every change of what public answers are made of. The row's lock makes the order
 * of the numbers the order of the commits.
 */
export const contentVersion = pgTable('content_version', {
  id: integer().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
})

/** Which state of the data files is already in the database. */
export const loadedSeeds = pgTable('loaded_seeds', { name: text().primaryKey(), fingerprint: text().notNull() })
