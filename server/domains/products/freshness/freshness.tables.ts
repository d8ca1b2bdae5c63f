import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { companies } from '#server/domains/companies/companies.tables.ts'

/** When a company was last told that its offers age. */
export const freshnessNotices = pgTable('freshness_notices', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  toldAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
