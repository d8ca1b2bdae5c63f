import { isNull, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#contract/notifications.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { projects } from '#server/domains/projects/projects.tables.ts'
import { savedSearches } from '#server/domains/saved-searches/saved-searches.tables.ts'
import { deals, requests } from '#server/domains/trade/trade.tables.ts'

/**
 * Who did what to which subject. Names and titles are read when the sentence is built, so that they are never outdated;
 * notifications about a subject are deleted with it.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    recipientId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: notificationTypes }).notNull(),
    /** `null` if unknown in rows older than this column. */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    postId: uuid().references(() => posts.id, { onDelete: 'cascade' }),
    productId: integer().references(() => products.id, { onDelete: 'cascade' }),
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    savedSearchId: uuid().references(() => savedSearches.id, { onDelete: 'cascade' }),
    projectId: uuid().references(() => projects.id, { onDelete: 'cascade' }),
    requestId: uuid().references(() => requests.id, { onDelete: 'cascade' }),
    dealId: uuid().references(() => deals.id, { onDelete: 'cascade' }),
    /**
     * The number of found offers, or a moderator's reason, as long as contract/moderation/reason.ts allows; empty if
     * there is none.
     */
    details: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp({ withTimezone: true }),
    /** Equal for notifications listed as one group: of one type, about the same subject. `null`: not grouped. */
    subject: text(),
    /** The newest one of its subject, which represents all of them in lists. */
    isLatest: boolean().notNull().default(true),
    /** Number of people who acted in this and the earlier ones of its subject. */
    peopleCount: integer().notNull().default(1),
  },
  t => [
    index('notifications_unread').on(t.recipientId, t.id).where(isNull(t.readAt)),
    index('notifications_latest')
      .on(t.recipientId, t.id)
      .where(sql`${t.isLatest}`),
    uniqueIndex('notifications_latest_of_subject')
      .on(t.recipientId, t.subject)
      .where(sql`${t.isLatest}`),
    index('notifications_unread_of_subject').on(t.recipientId, t.subject).where(isNull(t.readAt)),
    index().on(t.recipientId, t.subject, t.actorId),
    index().on(t.postId),
    index().on(t.productId),
    index().on(t.companyId),
    index().on(t.savedSearchId),
    index().on(t.projectId),
    index().on(t.requestId),
    index().on(t.dealId),
    index().on(t.actorId),
  ],
)
