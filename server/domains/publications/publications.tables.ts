import { index, integer, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { media } from '#server/platform/media/media.tables.ts'

/** An article; its texts are in its sections. */
export const articles = pgTable(
  'articles',
  {
    id: serial().primaryKey(),
    /** The article's folder in the data files, so that a new release finds it again; `null` for one written in the admin. */
    seedKey: text().unique(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    summary: text().notNull().default(''),
    authorName: text().notNull(),
    /** Incremented by every change; one PDF is made for each version. */
    version: integer().notNull().default(1),
    /** `null` for a draft, which only moderators see. */
    publishedAt: timestamp({ withTimezone: true }),
    /** Set when staff change the article: from then on a new release does not overwrite it. */
    editedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.publishedAt, t.id)],
)

export const articleSections = pgTable(
  'article_sections',
  {
    id: serial().primaryKey(),
    articleId: integer()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    name: text().notNull(),
    /** Markdown. Pictures in it are addressed as `/media/<key>-<width>.webp`. */
    body: text().notNull(),
    mediaKey: text().references(() => media.key),
    /** Alternative text of the section's picture. */
    pictureAlt: text().notNull().default(''),
    position: integer().notNull(),
  },
  t => [
    uniqueIndex('article_sections_slug_unique').on(t.articleId, t.slug),
    index().on(t.articleId, t.position),
    index().on(t.mediaKey),
  ],
)

/** The pictures that the texts of an article's sections show, so that the clean-up keeps them. */
export const articlePictures = pgTable(
  'article_pictures',
  {
    articleId: integer()
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    mediaKey: text()
      .notNull()
      .references(() => media.key),
  },
  t => [primaryKey({ columns: [t.articleId, t.mediaKey] }), index().on(t.mediaKey)],
)
