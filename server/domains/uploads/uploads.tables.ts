import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { media } from '#server/platform/media/media.tables.ts'

/** Pictures sent ahead of the form that will use them; a form that is saved takes its rows, the rest goes after a day. */
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
    /** Where the picture will lie when a form shows it to everybody; `null`: it lies there already. */
    publicKey: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.createdAt), index().on(t.ownerId), index().on(t.mediaKey)],
)
