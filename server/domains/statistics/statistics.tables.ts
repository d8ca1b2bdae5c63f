import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { products } from '#server/domains/products/products.tables.ts'

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
