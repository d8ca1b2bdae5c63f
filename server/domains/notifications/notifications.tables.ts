import { isNull } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#contract/notifications.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'

/**
 * Who did what to which thing. Names and titles are read when the sentence is made, so that it never says an old one;
 * what is told of a thing goes with the thing.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    recipientId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: notificationTypes }).notNull(),
    /** `null` in rows older than this column of which nobody can tell. */
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    postId: uuid().references(() => posts.id, { onDelete: 'cascade' }),
    productId: integer().references(() => products.id, { onDelete: 'cascade' }),
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    /** A moderator's reason, as long as contract/moderation/reason.ts allows; empty where none is given. */
    details: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('notifications_unread').on(t.recipientId, t.id).where(isNull(t.readAt)),
    index().on(t.postId),
    index().on(t.productId),
    index().on(t.companyId),
    index().on(t.actorId),
  ],
)
