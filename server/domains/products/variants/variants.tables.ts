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

/** A price from a minimum quantity; `null`: a wholesale price without a stated quantity. */
export interface StoredTier {
  quantityFrom: number | null
  priceKopecks: number
}

/** What is known of a variant, besides whose it is. */
export const variantFacts = {
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
  /** Of one plant as loaded, as the company states them; `null`: estimated where they are needed (loads.ts). */
  weightGrams: integer(),
  volumeMl: integer(),
  priceKopecks: integer(),
  priceTiers: jsonb().$type<StoredTier[]>().notNull().default([]),
  stock: text({ enum: stocks }).notNull().default('in_stock'),
  stockQuantity: integer(),
  stockIsMinimum: boolean().notNull().default(false),
  availableFrom: date(),
  note: text().notNull().default(''),
  /** When the company last confirmed the data: by saving, importing or confirming it. */
  confirmedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
}

/**
 * The variants of a product. Lengths are millimetres; a single value is in `From` and `To`, an open end is null.
 * Products' columns derived from variants (see derived-columns.ts) are written in the same transaction. Its pages are
 * filled by half (see its migration), so that an edition of a price list finds room beside the rows that it replaces and
 * no index has to be written.
 */
export const variants = pgTable(
  'variants',
  {
    id: serial().primaryKey(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** The product's company, which never changes: article numbers are unique within it. */
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ...variantFacts,
    /** How many of them are held for deals: the sum of `stock_holds`, which only holds/ writes. */
    heldQuantity: integer().notNull().default(0),
  },
  t => [
    index().on(t.productId, t.position, t.id),
    // Deferrable (see its migration), so that one statement may exchange two article numbers.
    unique('variants_sku_unique').on(t.companyId, t.sku),
    check('variants_sku_stated', sql`${t.sku} <> ''`),
    check('variants_held', sql`${t.heldQuantity} >= 0`),
  ],
)

export type VariantRow = typeof variants.$inferSelect
