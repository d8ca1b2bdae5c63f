import { isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { reportReasons } from '#contract/moderation/reason.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { tsvector } from '#server/platform/database/search-vector.ts'
import { media } from '#server/platform/media/media.tables.ts'

/** A post of the feed. */
export const posts = pgTable(
  'posts',
  {
    /** UUID version 7: ordering by id is ordering by time. */
    id: uuid().primaryKey(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    /** The product of this post; a product has one post. */
    productId: integer()
      .unique()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Copied from the product, so that the feed's filters use an index. */
    categoryId: integer().references(() => categories.id),
    /** The region of the product's company, copied for the same reason. */
    regionId: integer().references(() => lookups.id),
    /** Visible only to the author's friends. */
    isPrivate: boolean().notNull().default(false),
    /** "Wanted to buy". */
    isRequest: boolean().notNull().default(false),
    /** Its text names people (contract/mentions.ts), or did before it was edited. */
    hasMentions: boolean().notNull().default(false),
    /** False while its product is not published, and while a moderator has hidden the post. */
    isVisible: boolean().notNull().default(true),
    /** When and why a moderator hid it; the author still sees it, with the reason. */
    hiddenAt: timestamp({ withTimezone: true }),
    hiddenReason: text().notNull().default(''),
    likesCount: integer().notNull().default(0),
    commentsCount: integer().notNull().default(0),
    /** Body, the product's name and the author's name: the text of the feed's search. */
    searchText: text().notNull().default(''),
    searchVector: tsvector()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`to_tsvector('russian', translate(${posts.searchText}, 'ёЁ', 'еЕ'))`),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When its author last changed it; `null`: never. */
    editedAt: timestamp({ withTimezone: true }),
  },
  t => {
    // Last in the indexes from which lists are read: visibility is then known without reading the post itself, so that
    // pages far back take index-only scans.
    const order = [t.createdAt, t.id, t.isPrivate, t.authorId] as const
    const isVisible = sql`${t.isVisible}`
    return [
      index().on(t.authorId, t.createdAt, t.id),
      index('posts_private')
        .on(t.authorId, t.createdAt, t.id)
        .where(sql`${t.isVisible} and ${t.isPrivate}`),
      index('posts_hidden')
        .on(t.hiddenAt, t.id)
        .where(sql`${t.hiddenAt} is not null`),
      index('posts_newest')
        .on(...order)
        .where(isVisible),
      index('posts_most_liked')
        .on(t.likesCount, ...order)
        .where(isVisible),
      index('posts_requests')
        .on(...order)
        .where(sql`${t.isVisible} and ${t.isRequest}`),
      index('posts_of_category')
        .on(t.categoryId, ...order)
        .where(sql`${t.isVisible} and ${t.categoryId} is not null`),
      index('posts_of_region')
        .on(t.regionId, ...order)
        .where(sql`${t.isVisible} and ${t.regionId} is not null`),
      index('posts_of_category_and_region')
        .on(t.categoryId, t.regionId, ...order)
        .where(sql`${t.isVisible} and ${t.categoryId} is not null`),
      index().using('gin', t.searchVector),
    ]
  },
)

/** Products whose post its author or a moderator has deleted: they are not posted again. */
export const silencedProducts = pgTable('silenced_products', {
  productId: integer()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
})

/** Pictures of a post, in order. */
export const postAttachments = pgTable(
  'post_attachments',
  {
    id: uuid().primaryKey(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    mediaKey: text()
      .notNull()
      .references(() => media.key),
    position: integer().notNull(),
  },
  t => [index().on(t.postId, t.position), index().on(t.mediaKey)],
)

export const postLikes = pgTable(
  'post_likes',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.postId, t.userId] }), index().on(t.userId)],
)

/** Reports; a person's repeated report of a post is not stored again. */
export const postReports = pgTable(
  'post_reports',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Why, and what the person says about it. */
    reason: text({ enum: reportReasons }).notNull().default('other'),
    text: text().notNull().default(''),
    /** When a moderator handled it. */
    resolvedAt: timestamp({ withTimezone: true }),
  },
  t => [
    primaryKey({ columns: [t.postId, t.userId] }),
    index('post_reports_open').on(t.createdAt, t.postId).where(isNull(t.resolvedAt)),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    /** The listing that a nursery offers; the text may be empty then. */
    productId: integer().references(() => products.id, { onDelete: 'set null' }),
    /** The comment on the same post that it answers. */
    replyToId: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'set null' }),
    likesCount: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    editedAt: timestamp({ withTimezone: true }),
  },
  t => [
    index().on(t.postId, t.createdAt, t.id),
    index().on(t.authorId),
    index().on(t.productId),
    index().on(t.replyToId),
  ],
)

export const commentLikes = pgTable(
  'comment_likes',
  {
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.commentId, t.userId] }), index().on(t.userId)],
)

/** Whom a post or a comment names, or did before it was edited. */
export const mentions = pgTable(
  'mentions',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** `null`: the post itself. */
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the person was told: once a text, and only who may see it. */
    toldAt: timestamp({ withTimezone: true }),
  },
  t => [
    unique('mentions_once').on(t.postId, t.commentId, t.userId).nullsNotDistinct(),
    index().on(t.commentId),
    index().on(t.userId),
  ],
)

/** What a post or one of its comments said before its author changed it; moderators alone read it. */
export const earlierTexts = pgTable(
  'earlier_texts',
  {
    id: uuid().primaryKey(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** `null`: it is the post's own. */
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    /** Until when it said so. */
    replacedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.postId, t.id), index().on(t.commentId)],
)

/** A hashtag in the spelling of its first use, compared case-insensitively. */
export const hashtags = pgTable('hashtags', { id: serial().primaryKey(), name: text().notNull() }, t => [
  uniqueIndex('hashtags_name_unique').on(sql`lower(${t.name})`),
])

export const postHashtags = pgTable(
  'post_hashtags',
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    hashtagId: integer()
      .notNull()
      .references(() => hashtags.id),
    /** Creation time of the post. */
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /**
     * Whether everybody sees the post: copied here by triggers, so that hashtags are counted with an index-only scan.
     */
    isPublic: boolean().notNull().default(true),
  },
  t => [
    primaryKey({ columns: [t.postId, t.hashtagId] }),
    index('post_hashtags_of_hashtag').on(t.hashtagId, t.createdAt, t.postId, t.isPublic),
    index('post_hashtags_newest').on(t.createdAt, t.hashtagId, t.isPublic),
  ],
)

/** Hashtags whose posts a person does not want in their lists. */
export const mutedHashtags = pgTable(
  'muted_hashtags',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hashtagId: integer()
      .notNull()
      .references(() => hashtags.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.userId, t.hashtagId] }), index().on(t.hashtagId)],
)

/** Posts that a person does not want in their lists. */
export const hiddenPosts = pgTable(
  'hidden_posts',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.userId, t.postId] }), index().on(t.postId)],
)

/**
 * One row, incremented by triggers when posts are added, deleted or change a filtered column, and when friendships
 * change: while it is the same, no count of posts changes. Likes and comments do not change it. Its lock is the last
 * one that a transaction takes, except for those of words.
 */
export const feedVersion = pgTable('feed_version', {
  id: integer().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
})

/**
 * The number of public posts with each word, in its stemmed form as used by the search; maintained by triggers, so that
 * a search need not read all posts with a frequent word to count them.
 */
export const postWords = pgTable('post_words', {
  word: text().primaryKey(),
  postsCount: integer().notNull(),
})
