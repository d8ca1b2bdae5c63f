import { isNotNull, isNull } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { digestPeriods, type ToldKind, toldKinds, type Ways } from '#contract/notification-settings.ts'
import { refreshTokens, users } from '#server/domains/accounts/accounts.tables.ts'
import type { Email } from '#server/platform/mail/mail.ts'

/** How a person wants to be told; who has no row is told as `defaults` of settings.ts says. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the person has chosen, which need not differ from the defaults. */
    kinds: jsonb().$type<Partial<Record<ToldKind, Partial<Ways>>>>().notNull().default({}),
    /** `HH:MM`, both or none. */
    quietFrom: text(),
    quietTo: text(),
    timeZone: text().notNull(),
    digest: text({ enum: digestPeriods }).notNull(),
    /** What came since then is in the next digest; `null` for both while there is none. */
    lastDigestAt: timestamp({ withTimezone: true }),
    nextDigestAt: timestamp({ withTimezone: true }),
  },
  t => [index('digests_due').on(t.nextDigestAt).where(isNotNull(t.nextDigestAt))],
)

/** The installation's VAPID keys, one row: browsers subscribe to the public one, so it must stay the same. */
export const pushKeys = pgTable('push_keys', {
  id: integer().primaryKey(),
  publicKey: text().notNull(),
  /** Sealed with the installation's secret. */
  privateKey: text().notNull(),
})

/** A browser in which a person is told; it goes with the session in which it subscribed. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => refreshTokens.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.userId), index().on(t.sessionId)],
)

/**
 * What a person is to be told outside the site. A row goes when it is read on the site before its time has come, and eight days
 * after it was told: digests leave it out.
 */
export const tellings = pgTable(
  'tellings',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: toldKinds }).notNull(),
    channel: text({ enum: ['push', 'email'] }).notNull(),
    /** Equal for everything that is read together, and for a push and an e-mail of one event. */
    subject: text().notNull(),
    /** Who acted, if it is a person; `null` also for moderators, who are not named. */
    actorId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The page to open. */
    path: text().notNull(),
    /** The letter, of an e-mail that waits; without one it is written in the words of the push when it goes. */
    email: jsonb().$type<Email>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
  },
  t => [
    index().on(t.userId, t.subject),
    index().on(t.actorId),
    index('tellings_waiting').on(t.dueAt).where(isNull(t.sentAt)),
  ],
)
