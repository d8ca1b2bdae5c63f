import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { everies } from '#contract/saved-searches.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'

const snapshot = customType<{ data: string }>({ dataType: () => 'pg_snapshot' })
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Offers of which a person wants to be notified: those matching a query or, for a stock alert, those of one product or
 * plant. A stock alert notifies once, at once, and is then deleted.
 */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Empty for a stock alert. */
    name: text().notNull(),
    /** Query string of `/api/offers/` (contract/saved-searches.ts). */
    query: text().notNull(),
    every: text({ enum: everies }).notNull(),
    productId: integer().references(() => products.id, { onDelete: 'cascade' }),
    plantId: integer().references(() => plants.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * Changes after this moment are news. It is stored as a time and as the snapshot of visible transactions. The time
     * alone would miss what a long transaction commits later. The snapshot alone is meaningless in a restored database.
     */
    watchedSince: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    watchedSnapshot: snapshot()
      .notNull()
      .default(sql`pg_current_snapshot()`),
    /** When to send a notification of the offers found; `null` if there are none. */
    dueAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('saved_searches_of_person').on(t.personId, t.createdAt),
    uniqueIndex('saved_searches_product').on(t.personId, t.productId).where(isNotNull(t.productId)),
    uniqueIndex('saved_searches_plant').on(t.personId, t.plantId).where(isNotNull(t.plantId)),
    index().on(t.productId),
    index().on(t.plantId),
    index('saved_searches_due').on(t.dueAt).where(isNotNull(t.dueAt)),
  ],
)
export type SavedSearchRow = typeof savedSearches.$inferSelect

/**
 * The offers of a saved search that a person knows or is to be notified of. An offer without a row is known as it was
 * before its next change.
 */
export const savedSearchOffers = pgTable(
  'saved_search_offers',
  {
    savedSearchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    /** The price of one plant, as announced or to be announced. */
    priceKopecks: integer(),
    /** The previous price of an offer that has become cheaper. */
    wasKopecks: integer(),
    /** `null`: still to be announced. */
    toldAt: timestamp({ withTimezone: true }),
  },
  t => [
    primaryKey({ columns: [t.savedSearchId, t.variantId] }),
    index().on(t.variantId),
    index('saved_search_offers_untold').on(t.savedSearchId).where(isNull(t.toldAt)),
  ],
)

/**
 * New variants, and variants with changes that matter to saved searches. Triggers write them in the transaction of the
 * change, or ahead of that of a bulk change, and delete them with their variant. They are deleted once all saved searches have been matched against them.
 */
export const variantChanges = pgTable(
  'variant_changes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Refers to nothing: a bulk change records its new variants before they exist. */
    variantId: integer().notNull(),
    /** The bulk change ahead of which it was written: it has happened, and when, if that is in `bulk_changes`. */
    aheadOf: uuid(),
    /** The row before the change; `null` for a new variant. */
    before: jsonb(),
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    changedAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The product is not published. A trigger resets this when it is. */
    waits: boolean().notNull().default(false),
  },
  t => [
    index().on(t.variantId),
    index('variant_changes_new')
      .on(t.id)
      .where(eq(t.waits, sql`false`)),
  ],
)

/** The number of instant emails (not the daily and weekly ones) that a person got on a day, by Moscow time. */
export const instantEmails = pgTable('instant_emails', {
  personId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  day: date().notNull(),
  count: integer().notNull(),
})

/** Plants of the directory that a person has saved. */
export const savedPlants = pgTable(
  'saved_plants',
  {
    personId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plantId: integer()
      .notNull()
      .references(() => plants.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.personId, t.plantId] }), index().on(t.plantId)],
)
