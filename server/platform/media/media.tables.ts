import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { type AttachedFileType, attachedFileTypes } from '#contract/attached-files.ts'

/**
 * A stored picture: its files in every width of contract/media.ts are stored under this key before the row is written.
 * Or a document, whose one file has the key as its name.
 */
export const media = pgTable('media', {
  /** Folder and name made from the content's hash: `ab/ab12…`. */
  key: text().primaryKey(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** What is known of an attached file, which is stored under a key that cannot be guessed before its row is written. */
export const attachedFile = () => ({
  /** As it is shown. */
  name: text().notNull(),
  /** Bytes; of a picture in its largest width. */
  size: integer().notNull(),
  type: text({ enum: Object.values(attachedFileTypes) as [AttachedFileType, ...AttachedFileType[]] }).notNull(),
  mediaKey: text()
    .notNull()
    .references(() => media.key),
})
