import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * A stored picture: its files in every width of contract/media.ts are stored under this key before the row is written.
 */
export const media = pgTable('media', {
  /** Folder and name made from the content's hash: `ab/ab12…`. */
  key: text().primaryKey(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
