import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { companies, companyMembers } from '../companies.tables.ts'

/** Invitations to work in a company that are neither accepted nor withdrawn; an address has one of a company. */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    id: uuid().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who invites: their invitations end with their membership. */
    createdById: uuid()
      .notNull()
      .references(() => companyMembers.userId, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** SHA-256 of the key in the link. */
    tokenHash: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('company_invitations_once').on(t.companyId, sql`lower(${t.email})`),
    index().on(t.createdById),
    index().on(t.createdAt),
  ],
)
