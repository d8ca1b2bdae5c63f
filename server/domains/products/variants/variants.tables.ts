import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  serial,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { forms, roots, stocks } from '#contract/variants.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '../products.tables.ts'

/** A price from a quantity on; `null`: a wholesale price without a stated quantity. */
export interface StoredTier {
  quantityFrom: number | null
  priceKopecks: number
}

/**
 * The sizes in which a product is offered. Lengths are millimetres; a single value stands in `From` and `To`, an open end
 * is null. What products hold of their variants (see derived-columns.ts) is written in the same transaction.
 */
export const variants = pgTable(
  'variants',
  {
    id: serial().primaryKey(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** That of the product, which never changes: article numbers are unique in it. */
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    sku: text(),
    form: text({ enum: forms }),
    heightFromMm: integer(),
    heightToMm: integer(),
    spreadFromMm: integer(),
    spreadToMm: integer(),
    girthFromMm: integer(),
    girthToMm: integer(),
    stemHeightMm: integer(),
    stems: integer(),
    transplants: integer(),
    root: text({ enum: roots }),
    /** Litres of a container, cells of a tray, otherwise centimetres. */
    rootSize: numeric({ precision: 9, scale: 2, mode: 'number' }),
    priceKopecks: integer(),
    priceTiers: jsonb().$type<StoredTier[]>().notNull().default([]),
    stock: text({ enum: stocks }).notNull().default('in_stock'),
    stockQuantity: integer(),
    stockIsMinimum: boolean().notNull().default(false),
    availableFrom: date(),
    note: text().notNull().default(''),
    /** When the company last said that it is so: saved, imported or confirmed it. */
    confirmedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    index().on(t.productId, t.position, t.id),
    // Deferrable (see its migration), so that one statement may exchange two article numbers.
    unique('variants_sku_unique').on(t.companyId, t.sku),
    check('variants_sku_stated', sql`${t.sku} <> ''`),
  ],
)

export type VariantRow = typeof variants.$inferSelect
