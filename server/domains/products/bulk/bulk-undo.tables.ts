import { sql } from 'drizzle-orm'
import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { variantFacts } from '../variants/variants.tables.ts'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * What a bulk change has written, so that it can be undone exactly: each row before the change (`null`: it did not
 * exist) and a mark of the row after it, which reveals later changes.
 */
export const bulkUndo = pgTable(
  'bulk_undo',
  {
    changeId: uuid().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['product', 'publication', 'variant'] }).notNull(),
    /** Id of the product or the variant. */
    itemId: integer().notNull(),
    /** JSON made by the database, which keeps microseconds. */
    before: jsonb(),
    mark: text().notNull().default(''),
  },
  t => [primaryKey({ columns: [t.changeId, t.kind, t.itemId] })],
)

/**
 * Variants as a bulk change is about to write them, with the ids that new ones will have. Written ahead of its
 * transaction, in many of their own, and of no meaning for anybody else.
 */
export const bulkVariants = pgTable(
  'bulk_variants',
  {
    changeId: uuid().notNull(),
    isNew: boolean().notNull(),
    id: integer().notNull(),
    productId: integer().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ...variantFacts,
  },
  t => [primaryKey({ columns: [t.changeId, t.id] })],
)

/** Bulk changes that were made, by which transaction, and when: what was recorded of them ahead is true since then. */
export const bulkChanges = pgTable('bulk_changes', {
  changeId: uuid().primaryKey(),
  companyId: integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
  xid: xid8()
    .notNull()
    .default(sql`pg_current_xact_id()`),
  changedAt: timestamp({ withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
})

/**
 * Who prepares a bulk change of a company: a process that has been slow finds another token, or none, and leaves it to
 * the one that has overtaken it.
 */
export const bulkPreparations = pgTable('bulk_preparations', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  changeId: uuid().notNull(),
  token: uuid().notNull(),
})
