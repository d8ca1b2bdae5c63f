import { index, integer, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { media } from '#server/platform/media/media.tables.ts'

/** An article; its texts stand in its sections. */
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
    /** Counted up by every change; the PDF is made once for each. */
    version: integer().notNull().default(1),
    /** `null`: a draft, which moderators alone see. */
    publishedAt: timestamp({ withTimezone: true }),
    /** Set when staff change the article: from then on a new release leaves it alone. */
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
    /** What the section's picture shows, for those who do not see it. */
    pictureAlt: text().notNull().default(''),
    position: integer().notNull(),
  },
  t => [
    uniqueIndex('article_sections_slug_unique').on(t.articleId, t.slug),
    index().on(t.articleId, t.position),
    index().on(t.mediaKey),
  ],
)

/** The pictures that the texts of an article's sections show, so that they stay stored. */
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
