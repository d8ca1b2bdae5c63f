import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts.tables.ts'

/** The secret of a person's authenticator app. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, encrypted for the person (platform/sealing.ts). */
  secret: text().notNull(),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: integer().notNull().default(0),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** `null`: being set up, not required yet. */
  turnedOnAt: timestamp({ withTimezone: true }),
})

/** Recovery codes for when the app is lost; a used one is deleted. */
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
