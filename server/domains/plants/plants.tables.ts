import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PlantFacts } from '#server/illustration/plant-facts.ts'

export const categories = pgTable('categories', {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  position: integer().notNull(),
  editedAt: timestamp({ withTimezone: true }),
})

export const genera = pgTable('genera', {
  id: serial().primaryKey(),
  seedKey: text().unique(),
  name: text().notNull().unique(),
  latinName: text().notNull(),
  family: text().notNull().default(''),
  editedAt: timestamp({ withTimezone: true }),
  /** Not offered any more; what is linked to it stays linked. */
  isHidden: boolean().notNull().default(false),
  /** The entry that took its place. The row stays, hidden, so that a new release does not bring the name back. */
  mergedIntoId: integer().references((): AnyPgColumn => genera.id),
})

/** A plant of the botanical directory: a species or a cultivar, to which suppliers' products are linked. */
export const plants = pgTable(
  'plants',
  {
    id: serial().primaryKey(),
    seedKey: text().unique(),
    genusId: integer()
      .notNull()
      .references(() => genera.id),
    /** The name after the genus: `западная 'Smaragd'`. */
    name: text().notNull(),
    latinName: text().notNull(),
    synonyms: text().notNull().default(''),
    landscapeUse: text().notNull().default(''),
    facts: jsonb().$type<PlantFacts>().notNull(),
    editedAt: timestamp({ withTimezone: true }),
    /** As of a genus. */
    isHidden: boolean().notNull().default(false),
    mergedIntoId: integer().references((): AnyPgColumn => plants.id),
  },
  t => [uniqueIndex('plants_name_unique').on(t.genusId, t.name)],
)

/** The categories under which a directory entry is offered; a hornbeam is a tree and a hedge. */
export const plantCategories = pgTable(
  'plant_categories',
  {
    plantId: integer()
      .notNull()
      .references(() => plants.id, { onDelete: 'cascade' }),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
  },
  t => [primaryKey({ columns: [t.plantId, t.categoryId] }), index().on(t.categoryId)],
)
