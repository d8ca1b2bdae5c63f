import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'

/** Two people have one conversation. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    /** Who opened it; only they see it while it has no messages. */
    openedById: uuid()
      .notNull()
      .references(() => users.id),
    otherId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The product that it was last opened about. */
    productId: integer().references(() => products.id, { onDelete: 'set null' }),
  },
  t => [
    index().on(t.productId),
    uniqueIndex('conversations_pair').on(
      sql`least(${t.openedById}, ${t.otherId})`,
      sql`greatest(${t.openedById}, ${t.otherId})`,
    ),
  ],
)

/** A conversation as one of its two sides has it: lists are read from here alone. */
export const conversationSides = pgTable(
  'conversation_sides',
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    unreadCount: integer().notNull().default(0),
    /** Time of the last message, or of opening; `null` while this side does not see the conversation yet. */
    modifiedAt: timestamp({ withTimezone: true }),
  },
  t => [primaryKey({ columns: [t.conversationId, t.userId] }), index().on(t.userId, t.modifiedAt, t.conversationId)],
)

export const messages = pgTable(
  'messages',
  {
    /** Made by the sender's client, or here where it makes none. */
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    /** Place in the conversation, from 1: the order in which the server took the messages. */
    number: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('messages_in_order').on(t.conversationId, t.number), index().on(t.authorId)],
)
