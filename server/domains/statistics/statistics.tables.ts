import { date, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'

export const countedKinds = ['view', 'phone'] as const

const ofProduct = () =>
  integer()
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' })
const kind = () => text({ enum: countedKinds }).notNull()

/**
 * Who has been counted already on a day in Moscow, deleted when it is over. Unlogged (the migration says so): after a
 * crash visitors of that day may count again.
 */
export const countedToday = pgTable(
  'counted_today',
  {
    day: date().notNull(),
    /** A keyed hash of the day, the network and the browser's name: nobody can tell whose it is. */
    visitor: text().notNull(),
    productId: ofProduct(),
    kind: kind(),
  },
  t => [primaryKey({ columns: [t.day, t.visitor, t.productId, t.kind] }), index().on(t.productId)],
)

/** How many visitors saw a product, or opened its company's telephone there. */
export const productCounts = pgTable(
  'product_counts',
  {
    productId: ofProduct(),
    /** Its Monday. */
    week: date().notNull(),
    kind: kind(),
    /** Of the product. No key: its check would wait for changes of the company. */
    companyId: integer().notNull(),
    count: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.productId, t.week, t.kind] }), index().on(t.companyId, t.week), index().on(t.week)],
)

/** What was searched for in a region in a week and is not offered there: a plant of the directory, or words. */
export const notFoundSearches = pgTable(
  'not_found_searches',
  {
    id: serial().primaryKey(),
    regionId: integer()
      .notNull()
      .references(() => lookups.id),
    /** Its Monday. */
    week: date().notNull(),
    plantId: integer().references(() => plants.id, { onDelete: 'cascade' }),
    /** Normalised; `""` for a plant. */
    text: text().notNull(),
    /** How many have searched for it. */
    people: integer().notNull().default(0),
  },
  t => [
    unique().on(t.regionId, t.week, t.plantId, t.text).nullsNotDistinct(),
    index().on(t.plantId),
    index().on(t.week),
  ],
)

/** Who has been counted already in a week, deleted when it is over. Logged: nobody may count twice after a crash. */
export const notFoundSearchers = pgTable(
  'not_found_searchers',
  {
    searchId: integer()
      .notNull()
      .references(() => notFoundSearches.id, { onDelete: 'cascade' }),
    /** A keyed hash of the week and the person or, without an account, the network and the browser's name. */
    person: text().notNull(),
  },
  t => [primaryKey({ columns: [t.searchId, t.person] })],
)
