import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { media } from '#server/platform/media.tables.ts'

/** A person. The e-mail keeps its spelling and is compared without regard to case. */
export const users = pgTable(
  'users',
  {
    /** UUID version 7, made by the application. */
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    /** Argon2id; `null` for people of the demonstration set who cannot sign in. */
    passwordHash: text(),
    /**
     * The last address that the person has shown to be theirs by opening a letter's link. `null`: none yet, and no
     * sign-in. Not `email`: they have changed it since, which gives them nothing that hangs on an address.
     */
    confirmedEmail: text(),
    /** `null`: a drawn picture stands in. */
    avatarKey: text().references(() => media.key),
    friendsCount: integer().notNull().default(0),
    postsCount: integer().notNull().default(0),
    blockedAt: timestamp({ withTimezone: true }),
    blockReason: text().notNull().default(''),
    /** The row of a deleted account stays, without anything personal, as the author of what others have answered to. */
    deletedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    index().on(t.avatarKey),
    // Search of people by any part of their name, and by names with typing errors.
    index('users_name_trgm').using('gin', sql`translate(lower(${t.name}), 'ё', 'е') gin_trgm_ops`),
  ],
)

/** Links sent in letters to show that an address is one's own. The one that is opened decides, the others die. */
export const confirmations = pgTable(
  'confirmations',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the key in the link. */
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** What a sign-up asked for; `null` where only an address is confirmed. */
    name: text(),
    passwordHash: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

/** What keeps a browser signed in; a row that is deleted is a token revoked. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.userId), index().on(t.lastUsedAt)],
)
