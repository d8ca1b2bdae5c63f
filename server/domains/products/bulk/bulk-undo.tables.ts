import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'

/**
 * What a bulk change has written, so that it can be undone exactly: each row as it was before (`null`: it was not there)
 * and a mark of what the change made of it, by which later changes are noticed.
 */
export const bulkUndo = pgTable(
  'bulk_undo',
  {
    changeId: uuid().notNull(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['product', 'publication', 'variant'] }).notNull(),
    /** Of the product or the variant. */
    itemId: integer().notNull(),
    /** As JSON of the database's own making, which keeps microseconds. */
    before: jsonb(),
    mark: text().notNull().default(''),
  },
  t => [primaryKey({ columns: [t.changeId, t.kind, t.itemId] })],
)
