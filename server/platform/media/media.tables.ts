import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * A stored picture: its files in every width of contract/media.ts are stored under this key before the row is written.
 * Or a document, whose one file has the key as its name.
 */
export const media = pgTable('media', {
  /** Folder and name made from the content's hash: `ab/ab12…`. */
  key: text().primaryKey(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
