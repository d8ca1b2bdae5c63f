import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  autumnColours,
  flowerColours,
  lightNeeds,
  moistureNeeds,
  type PlantFacts,
  soilNeeds,
} from '#server/drawings/plant-facts.ts'

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
  /** No longer offered for choice; existing links to it are kept. */
  isHidden: boolean().notNull().default(false),
  /** The entry that replaced it. The hidden row stays, so that a new release does not add the name again. */
  mergedIntoId: integer().references((): AnyPgColumn => genera.id),
})

/** A plant of the botanical directory: a species or a cultivar, to which suppliers' products are linked. */
export const plants = pgTable(
  'plants',
  {
    id: serial().primaryKey(),
    seedKey: text().unique(),
    /** The Latin name as part of a URL: `thuja-occidentalis-smaragd`. */
    slug: text().notNull().unique(),
    genusId: integer()
      .notNull()
      .references(() => genera.id),
    /** The main category among `plantCategories`. */
    categoryId: integer().references(() => categories.id),
    /** The name after the genus: `западная 'Smaragd'`. */
    name: text().notNull(),
    latinName: text().notNull(),
    /** Other names, separated by `; `. */
    synonyms: text().notNull().default(''),
    /** Designations under which a cultivar is sold other than its epithet, separated by `; `. */
    tradeNames: text().notNull().default(''),
    landscapeUse: text().notNull().default(''),
    facts: jsonb().$type<PlantFacts>().notNull(),
    /** The facts used by filters, as columns. */
    zone: integer().generatedAlwaysAs((): SQL => sql`(facts ->> 'zone')::integer`),
    light: text({ enum: lightNeeds }).generatedAlwaysAs((): SQL => sql`facts ->> 'light'`),
    autumnColour: text({ enum: autumnColours }).generatedAlwaysAs((): SQL => sql`facts ->> 'autumn'`),
    /** Keeps its leaves in winter, whatever their colour. */
    isEvergreen: boolean().notNull().default(false),
    /** Months in central Russia, 1 to 12; a plant that flowers over the new year has a later first than last month. */
    floweringFrom: smallint(),
    floweringTo: smallint(),
    floweringColour: text({ enum: flowerColours }),
    soil: text({ enum: soilNeeds }),
    moisture: text({ enum: moistureNeeds }),
    /** Works used as sources for the facts, separated by `; `. */
    sources: text().notNull().default(''),
    editedAt: timestamp({ withTimezone: true }),
    /** As for a genus. */
    isHidden: boolean().notNull().default(false),
    mergedIntoId: integer().references((): AnyPgColumn => plants.id),
  },
  t => [uniqueIndex('plants_name_unique').on(t.genusId, t.name), index().on(t.categoryId)],
)

/** All current and former slugs of plants: an old one redirects to the current one. */
export const plantSlugs = pgTable(
  'plant_slugs',
  {
    slug: text().primaryKey(),
    plantId: integer()
      .notNull()
      .references(() => plants.id, { onDelete: 'cascade' }),
  },
  t => [index().on(t.plantId)],
)

/** The categories in which a directory entry is offered; a hornbeam is a tree and a hedge. */
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
