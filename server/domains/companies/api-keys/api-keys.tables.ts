import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { companies, companyMembers } from '../companies.tables.ts'

/** Keys with which programs send a company's price lists, acting as the member who created the key. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Whoever leaves the company takes their keys along: they end with the membership. */
    createdById: uuid()
      .notNull()
      .references(() => companyMembers.userId, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The first letters of the key, by which people recognise it. */
    prefix: text().notNull(),
    /** SHA-256 of the key. */
    keyHash: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Up to a few minutes late: not every request updates it. */
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.companyId, t.createdAt), index().on(t.createdById)],
)
