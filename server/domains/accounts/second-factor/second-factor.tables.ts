import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts.tables.ts'

/** What a person's app makes codes of. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, sealed for the person (platform/sealing.ts). */
  secret: text().notNull(),
  /** The step of time of the last code that counted: no code counts twice. */
  lastStep: integer().notNull().default(0),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** `null`: being set up, and asked of nobody yet. */
  turnedOnAt: timestamp({ withTimezone: true }),
})

/** Codes for who has lost the app; one that is used goes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code. */
    codeHash: text().notNull(),
  },
  t => [primaryKey({ columns: [t.userId, t.codeHash] })],
)
