import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { media } from '#server/platform/media/media.tables.ts'

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
     * The last address that the person has shown to be theirs by opening an email's link. `null`: none yet, and no
     * sign-in. Not `email`: they have changed it since, which gives them nothing that hangs on an address.
     */
    confirmedEmail: text(),
    /** `null`: a drawn picture stands in. */
    avatarKey: text().references(() => media.key),
    friendsCount: integer().notNull().default(0),
    postsCount: integer().notNull().default(0),
    blockedAt: timestamp({ withTimezone: true }),
    blockReason: text().notNull().default(''),
    /** `null`: never signed in yet, and so no device is new to them. */
    firstSignInAt: timestamp({ withTimezone: true }),
    /** The row of a deleted account stays, without anything personal, as the author of what others have answered to. */
    deletedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    index('users_confirmed_email').on(sql`lower(${t.confirmedEmail})`),
    index().on(t.avatarKey),
    // Search of people by any part of their name, and by names with typing errors.
    index('users_name_trgm').using('gin', sql`translate(lower(${t.name}), 'ё', 'е') gin_trgm_ops`),
  ],
)

/** Links sent in emails to show that an address is one's own. The one that is opened decides, the others die. */
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
    /** Where the email went: the link shows that this address is one's own, no other. */
    email: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

/** Links sent to a confirmed address when its owner's e-mail is changed, which take it back. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the key in the link. */
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address to go back to. */
    email: text().notNull(),
    /** The last password known to come from who reads that address; another one ends when the address is taken back. */
    passwordHash: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
    /** An earlier change was taken back, and this one with it. */
    overtakenAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

/** Sessions: what keeps a browser signed in. A row that is deleted is a session ended, its access tokens with it. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In words (device-name.ts); `""` when nobody knows. */
    device: text().notNull().default(''),
    /** The network address from which it was used last; `""` when nobody knows. */
    address: text().notNull().default(''),
    /** Signed in with the person's second factor, or the one in which it was set up. */
    hasSecondFactor: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** A few minutes late: not every request writes it down. */
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.userId), index().on(t.lastUsedAt)],
)

/** Browsers in which the person has signed in before, each by the key of its cookie. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key in the cookie. */
    keyHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the person last signed in there. */
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.userId, t.keyHash] }), index().on(t.lastUsedAt)],
)
