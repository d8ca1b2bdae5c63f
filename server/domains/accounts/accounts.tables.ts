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
     * The last address that the person confirmed by opening an email's link. `null`: none yet, and no sign-in. Differs
     * from `email` when they have changed it since, which grants no rights tied to the new address.
     */
    confirmedEmail: text(),
    /** `null`: a drawn picture is used. */
    avatarKey: text().references(() => media.key),
    friendsCount: integer().notNull().default(0),
    postsCount: integer().notNull().default(0),
    blockedAt: timestamp({ withTimezone: true }),
    blockReason: text().notNull().default(''),
    /** `null`: never signed in yet, so no device counts as new. */
    firstSignInAt: timestamp({ withTimezone: true }),
    /** The row of a deleted account is kept, without personal data, as the author of what others have replied to. */
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

/** Confirmation links sent by email. The one that is opened counts, the others become invalid. */
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
    /** The recipient: the link confirms this address and no other. */
    email: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

/** Links sent to a confirmed address when its owner's e-mail is changed, which revert it. */
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
    /**
     * The last password known to be set by the owner of that address; any other is dropped when the change is reverted.
     */
    passwordHash: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    usedAt: timestamp({ withTimezone: true }),
    /** An earlier change was reverted, and this one with it. */
    overtakenAt: timestamp({ withTimezone: true }),
  },
  t => [index().on(t.userId)],
)

/** Sessions, which keep a browser signed in. Deleting a row ends the session and its access tokens. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In words (device-name.ts); `""` when unknown. */
    device: text().notNull().default(''),
    /** The network address from which it was used last; `""` when unknown. */
    address: text().notNull().default(''),
    /** Signed in with the person's second factor, or the one in which it was set up. */
    hasSecondFactor: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Up to a few minutes late: not every request updates it. */
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.userId), index().on(t.lastUsedAt)],
)

/** Browsers in which the person has signed in before, identified by the key of their cookie. */
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
