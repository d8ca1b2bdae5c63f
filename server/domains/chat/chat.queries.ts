// Joins accounts (users), companies (companies, companyMembers).
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyOf } from '#server/domains/companies/companies.api.ts'
import type { UserRow } from '#server/domains/companies/companies.present.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { conversationSides, conversations, messages } from './chat.tables.ts'

export type MessageRow = typeof messages.$inferSelect

export async function listPeople(db: Db, ids: string[]): Promise<UserRow[]> {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      avatarKey: users.avatarKey,
      friendsCount: users.friendsCount,
      postsCount: users.postsCount,
      company: companyOf(users.id),
    })
    .from(users)
    .where(inArray(users.id, ids))
}

/** Whether the person exists and has not deleted their account. */
export async function canBeWrittenTo(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return rows.length > 0
}

/** Conversations as seen by some of their participants, with the last message; latest first. */
function selectConversations(db: Db, chosen: ReturnType<typeof selectSides>) {
  const side = chosen.as('side')
  const last = db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, side.conversationId))
    .orderBy(desc(messages.number))
    .limit(1)
    .as('last')
  return db
    .select({
      id: conversations.id,
      openedById: conversations.openedById,
      otherId: conversations.otherId,
      productId: conversations.productId,
      unreadCount: side.unreadCount,
      modifiedAt: sql`coalesce(${side.modifiedAt}, ${conversations.createdAt})`.mapWith(conversations.createdAt),
      lastMessage: {
        id: last.id,
        conversationId: last.conversationId,
        authorId: last.authorId,
        body: last.body,
        number: last.number,
        createdAt: last.createdAt,
      },
    })
    .from(side)
    .innerJoin(conversations, eq(conversations.id, side.conversationId))
    .leftJoinLateral(last, sql`true`)
    .orderBy(desc(side.modifiedAt), desc(side.conversationId))
}

const selectSides = (db: Db) => db.select().from(conversationSides).$dynamic()

/** The conversations in a person's list, latest first. */
export async function listConversations(db: Db, userId: string, { limit, offset }: { limit: number; offset: number }) {
  // Limits to a page before the joins for each row.
  const page = selectSides(db)
    .where(and(eq(conversationSides.userId, userId), isNotNull(conversationSides.modifiedAt)))
    .orderBy(desc(conversationSides.modifiedAt), desc(conversationSides.conversationId))
    .limit(limit)
    .offset(offset)
  return selectConversations(db, page)
}

export type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number]

/** A conversation in which this person takes part. */
export async function findConversation(db: Db, userId: string, id: string): Promise<ConversationRow | undefined> {
  const mine = selectSides(db).where(
    and(eq(conversationSides.userId, userId), eq(conversationSides.conversationId, id)),
  )
  const [row] = await selectConversations(db, mine)
  return row
}

/** The latest messages, or the latest before a number; newest first. */
export async function listMessages(
  db: Db,
  conversationId: string,
  before: number | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return db
    .select()
    .from(messages)
    .where(
      and(eq(messages.conversationId, conversationId), before === undefined ? undefined : lt(messages.number, before)),
    )
    .orderBy(desc(messages.number))
    .limit(limit)
}

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  return row
}

export async function findConversationOf(db: Db | Tx, one: string, other: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        sql`least(${conversations.openedById}, ${conversations.otherId}) = least(${one}::uuid, ${other}::uuid)`,
        sql`greatest(${conversations.openedById}, ${conversations.otherId}) = greatest(${one}::uuid, ${other}::uuid)`,
      ),
    )
  return row?.id
}

/** Creates a conversation unless the two people have one; waits for a concurrent creation. */
export async function insertConversation(
  tx: Tx,
  row: { id: string; openedById: string; otherId: string },
): Promise<void> {
  const { id, openedById, otherId } = row
  const rows = await tx.insert(conversations).values(row).onConflictDoNothing().returning({ id: conversations.id })
  if (rows.length === 0) return
  await tx.insert(conversationSides).values([openedById, otherId].map(userId => ({ conversationId: id, userId })))
}

export async function updateSubject(db: Db, id: string, productId: number): Promise<void> {
  await db.update(conversations).set({ productId }).where(eq(conversations.id, id))
}

/** Shows a conversation without messages in the list of the person who opened it. */
export async function showConversation(db: Db, userId: string, conversationId: string): Promise<void> {
  await db
    .update(conversationSides)
    .set({ modifiedAt: sql`now()` })
    .where(
      and(
        eq(conversationSides.conversationId, conversationId),
        eq(conversationSides.userId, userId),
        isNull(conversationSides.modifiedAt),
      ),
    )
}

/** Returns whether this person had unread messages. */
export async function markRead(tx: Tx, userId: string, conversationId: string): Promise<boolean> {
  const rows = await tx
    .update(conversationSides)
    .set({ unreadCount: 0 })
    .where(
      and(
        eq(conversationSides.conversationId, conversationId),
        eq(conversationSides.userId, userId),
        gt(conversationSides.unreadCount, 0),
      ),
    )
    .returning({ id: conversationSides.conversationId })
  return rows.length > 0
}

/** The two people of a conversation. */
export async function findSides(db: Db, id: string) {
  const [row] = await db
    .select({ openedById: conversations.openedById, otherId: conversations.otherId })
    .from(conversations)
    .where(eq(conversations.id, id))
  return row
}

/** Locks a conversation until the transaction ends, so that its messages are numbered one after another. */
export async function lockConversation(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, id)).for('no key update')
}

/**
 * Adds a message to a conversation that the caller has locked, as its last one and unread by the other side.
 * `undefined` if a message with this id exists.
 */
export async function insertMessage(
  tx: Tx,
  row: { id: string; conversationId: string; authorId: string; body: string },
): Promise<MessageRow | undefined> {
  const { conversationId, authorId } = row
  const number = sql<number>`(
    select coalesce(max(${messages.number}), 0) + 1 from ${messages} where ${messages.conversationId} = ${conversationId})`
  const [message] = await tx
    .insert(messages)
    // The start time of the transaction may be earlier than that of a message with a smaller number.
    .values({ ...row, number, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: messages.id })
    .returning()
  if (!message) return undefined
  await tx
    .update(conversationSides)
    .set({
      modifiedAt: message.createdAt,
      unreadCount: sql`${conversationSides.unreadCount} + (${conversationSides.userId} <> ${authorId}::uuid)::int`,
    })
    .where(eq(conversationSides.conversationId, conversationId))
  return message
}
