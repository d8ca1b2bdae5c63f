import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { media } from '#server/platform/media/media.tables.ts'

/**
 * Pictures uploaded before the form that uses them; saving the form takes its rows, the others are deleted after a day.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaKey: text()
      .notNull()
      .references(() => media.key),
    /** The picture's public key for when a form publishes it; `null`: it is already public. */
    publicKey: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.createdAt), index().on(t.ownerId), index().on(t.mediaKey)],
)
