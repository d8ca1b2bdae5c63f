import { isNull } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { notificationTypes } from '#contract/notifications.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    recipientId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: notificationTypes }).notNull(),
    body: text().notNull(),
    postId: uuid().references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp({ withTimezone: true }),
  },
  t => [index('notifications_unread').on(t.recipientId, t.id).where(isNull(t.readAt)), index().on(t.postId)],
)
