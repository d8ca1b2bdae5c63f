import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '../companies.tables.ts'

/** What stands in the papers of a company, or of a person as a buyer; they go with it, or with the account. */
export const requisites = pgTable(
  'requisites',
  {
    companyId: integer()
      .unique()
      .references(() => companies.id, { onDelete: 'cascade' }),
    personId: uuid()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text().notNull(),
    inn: text().notNull(),
    kpp: text().notNull(),
    ogrn: text().notNull(),
    legalAddress: text().notNull(),
    bankName: text().notNull(),
    bic: text().notNull(),
    account: text().notNull(),
    correspondentAccount: text().notNull(),
    signatory: text().notNull(),
    /** Per cent; `null`: no VAT. */
    vatPercent: integer(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [check('requisites_of_one', sql`num_nonnulls(${t.companyId}, ${t.personId}) = 1`)],
)
export type RequisitesRow = typeof requisites.$inferSelect
