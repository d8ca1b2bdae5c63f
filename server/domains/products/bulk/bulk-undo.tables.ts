import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'

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
