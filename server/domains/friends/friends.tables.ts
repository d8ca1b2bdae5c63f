import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'

/** A friendship is two rows, one for each side, so that a person's friends are one range of the key. */
export const friendships = pgTable(
  'friendships',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.friendId] }),
    // Newest friends first.
    index().on(t.userId, t.createdAt, t.friendId),
    index().on(t.friendId),
  ],
)

export const friendshipRequests = pgTable(
  'friendship_requests',
  {
    id: uuid().primaryKey(),
    fromId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: ['pending', 'accepted', 'rejected'] })
      .notNull()
      .default('pending'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    // Two people have at most one pending request, in either direction.
    uniqueIndex('friendship_requests_pending')
      .on(sql`least(${t.fromId}, ${t.toId})`, sql`greatest(${t.fromId}, ${t.toId})`)
      .where(sql`${t.status} = 'pending'`),
    index().on(t.toId, t.status, t.id),
    index().on(t.fromId, t.status),
  ],
)
