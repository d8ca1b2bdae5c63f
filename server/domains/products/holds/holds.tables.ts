import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { variants } from '../variants/variants.tables.ts'

/**
 * Plants that are held for lines of deals. Deals are on a floor above, so their ids are no foreign keys: a deal ends its
 * holds itself. A variant cannot be deleted while something of it is held.
 */
export const stockHolds = pgTable(
  'stock_holds',
  {
    dealId: uuid().notNull(),
    lineId: uuid().notNull(),
    variantId: integer()
      .notNull()
      .references(() => variants.id),
    quantity: integer().notNull(),
    /** Until when the company may confirm; `null`: it has. */
    until: timestamp({ withTimezone: true }),
  },
  t => [
    primaryKey({ columns: [t.dealId, t.lineId] }),
    index().on(t.variantId),
    check('stock_holds_some', sql`${t.quantity} > 0`),
  ],
)
export type HoldRow = typeof stockHolds.$inferSelect
