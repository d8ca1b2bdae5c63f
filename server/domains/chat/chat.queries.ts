// Joins accounts (users), companies (companies, companyMembers).
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { areApart, isSeenBy } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companyOf, ratedColumns } from '#server/domains/companies/companies.api.ts'
import type { UserRow } from '#server/domains/companies/companies.present.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { conversationSides, conversations, messageFiles, messages } from './chat.tables.ts'

export type MessageRow = typeof messages.$inferSelect
export type FileRow = typeof messageFiles.$inferSelect

const peopleById = prepared(db =>
  db
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
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('people_by_id'),
)

export async function listPeople(db: Db, ids: string[]): Promise<UserRow[]> {
  return peopleById(db).execute({ ids })
}

const addressee = prepared(db =>
  db
    .select({ id: users.id, isApart: areApart(sql.placeholder('senderId'), users.id) })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deletedAt)))
    .prepare('addressee'),
)

/** The person unless they have deleted their account, and whether they and the sender have a block between them. */
export async function findAddressee(db: Db | Tx, senderId: string, id: string) {
  const [row] = await addressee(db).execute({ senderId, id })
  return row
}

/**
 * The person who answers for the other side: with a company who was responsible when it began, while they work there,
 * otherwise its creator.
 */
const contactId = sql<string>`coalesce(${companyMembers.userId}, ${companies.creatorId}, ${conversations.otherId})`

/** Conversations as seen by some of their participants, with the last message; latest first. */
function selectConversations(db: Db | Tx, chosen: ReturnType<typeof selectSides>) {
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
      contactId,
      isWithCompany: conversations.isWithCompany,
      company: ratedColumns,
      productId: conversations.productId,
      tradeKind: conversations.tradeKind,
      tradeId: conversations.tradeId,
      openerReadUntil: conversations.openerReadUntil,
      otherReadUntil: conversations.otherReadUntil,
      unreadCount: side.unreadCount,
      modifiedAt: sql`coalesce(${side.modifiedAt}, ${conversations.createdAt})`.mapWith(conversations.createdAt),
      lastMessage: {
        id: last.id,
        conversationId: last.conversationId,
        authorId: last.authorId,
        body: last.body,
        number: last.number,
        createdAt: last.createdAt,
        deletedAt: last.deletedAt,
        replyToId: last.replyToId,
      },
    })
    .from(side)
    .innerJoin(conversations, eq(conversations.id, side.conversationId))
    .leftJoin(companies, eq(companies.id, conversations.companyId))
    .leftJoin(
      companyMembers,
      and(eq(companyMembers.companyId, conversations.companyId), eq(companyMembers.userId, conversations.otherId)),
    )
    .leftJoinLateral(last, sql`true`)
    .orderBy(desc(side.modifiedAt), desc(side.conversationId))
}

const selectSides = (db: Db | Tx) => db.select().from(conversationSides).$dynamic()

/**
 * Whether a conversation is not of the actor and somebody with whom they have a block; what is asked and agreed goes on.
 * As `isBetweenApart` of a conversation that is read.
 */
export function isWithSeen(actor: Actor) {
  const other = sql`case when ${conversations.openedById} = ${actor.id} then ${contactId} else ${conversations.openedById} end`
  const isSeen = isSeenBy(actor, sql`(${other})`)
  return (
    isSeen &&
    sql`exists (select from ${conversations}
      left join ${companies} on ${companies.id} = ${conversations.companyId}
      left join ${companyMembers} on ${companyMembers.companyId} = ${conversations.companyId}
        and ${companyMembers.userId} = ${conversations.otherId}
      where ${conversations.id} = ${conversationSides.conversationId}
      and (${conversations.tradeKind} is not null or ${isSeen}))`
  )
}

/** The conversations in a person's list, latest first. */
export async function listConversations(db: Db, actor: Actor, { limit, offset }: { limit: number; offset: number }) {
  // Limits to a page before the joins for each row. The first page's text is always the same.
  const page = selectSides(db)
    .where(and(eq(conversationSides.userId, actor.id), isNotNull(conversationSides.modifiedAt), isWithSeen(actor)))
    .orderBy(desc(conversationSides.modifiedAt), desc(conversationSides.conversationId))
    .limit(literal(limit))
    .offset(literal(offset))
  const listed = selectConversations(db, page)
  return offset === 0 ? listed.prepare('conversations').execute() : listed
}

export type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number]

const conversationOf = prepared(db => {
  const mine = selectSides(db).where(
    and(
      eq(conversationSides.userId, sql.placeholder('userId')),
      eq(conversationSides.conversationId, sql.placeholder('id')),
    ),
  )
  return selectConversations(db, mine).prepare('conversation_of')
})

/** A conversation in which this person takes part. */
export async function findConversation(db: Db | Tx, userId: string, id: string): Promise<ConversationRow | undefined> {
  const [row] = await conversationOf(db).execute({ userId, id })
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

/** The conversation of a message. */
export async function findPlaceOf(db: Db | Tx, id: string): Promise<string | undefined> {
  return (await findMessage(db, id))?.conversationId
}

export async function listMessagesById(db: Db | Tx, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(messages)
    .where(sql`${messages.id} = any(${sql.param(ids)}::uuid[])`)
    .prepare('messages_by_id')
    .execute()
}

/** A message that is not deleted, of a conversation in which this person takes part, with the names of its files. */
export async function findReadMessage(db: Db, userId: string, conversationId: string, id: string) {
  const [row] = await db
    .select({
      authorId: messages.authorId,
      body: messages.body,
      files: sql<string[]>`array(select ${messageFiles.name} from ${messageFiles}
        where ${messageFiles.messageId} = ${messages.id} order by ${messageFiles.position})`,
    })
    .from(messages)
    .innerJoin(conversationSides, eq(conversationSides.conversationId, messages.conversationId))
    .where(
      and(
        eq(messages.id, id),
        eq(messages.conversationId, conversationId),
        eq(conversationSides.userId, userId),
        isNull(messages.deletedAt),
      ),
    )
  return row
}

/** These of the person's conversations. */
export async function listConversationsById(db: Db, userId: string, ids: string[]): Promise<ConversationRow[]> {
  return selectConversations(
    db,
    selectSides(db).where(and(eq(conversationSides.userId, userId), inArray(conversationSides.conversationId, ids))),
  )
}

export async function findConversationOf(db: Db | Tx, one: string, other: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        sql`not ${conversations.isWithCompany}`,
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

/** What a conversation with a company is about, in columns. */
export type SubjectColumns = Pick<typeof conversations.$inferSelect, 'productId' | 'tradeKind' | 'tradeId'>

/** Those of a buyer with a company about this; `companyId` undefined: with any. */
export async function findTalks(
  db: Db | Tx,
  { productId, tradeKind, tradeId }: SubjectColumns,
  buyerId: string,
  companyId?: number,
): Promise<{ id: string; companyId: number | null }[]> {
  return db
    .select({ id: conversations.id, companyId: conversations.companyId })
    .from(conversations)
    .where(
      and(
        eq(conversations.isWithCompany, true),
        eq(conversations.openedById, buyerId),
        companyId === undefined ? isNotNull(conversations.companyId) : eq(conversations.companyId, companyId),
        productId === null ? undefined : eq(conversations.productId, productId),
        tradeKind === null ? undefined : eq(conversations.tradeKind, tradeKind),
        tradeId === null ? undefined : eq(conversations.tradeId, tradeId),
      ),
    )
}

interface NewTalk extends SubjectColumns {
  id: string
  openedById: string
  otherId: string
  companyId: number
}

/**
 * Creates a buyer's conversation with a company, with all its members, unless there is one about the same; waits for a
 * concurrent creation. Referring to the company waits for those who lock it to change its members, and keeps them out
 * afterwards.
 */
export async function insertTalk(tx: Tx, talk: NewTalk): Promise<void> {
  const { id, openedById, companyId } = talk
  const rows = await tx
    .insert(conversations)
    .values({ ...talk, isWithCompany: true })
    .onConflictDoNothing()
    .returning({ id: conversations.id })
  if (rows.length === 0) return
  await tx.insert(conversationSides).values({ conversationId: id, userId: openedById })
  await tx.execute(sql`
    insert into ${conversationSides} (conversation_id, user_id, company_id)
    select ${id}::uuid, ${companyMembers.userId}, ${companyMembers.companyId} from ${companyMembers}
    where ${companyMembers.companyId} = ${companyId} and ${companyMembers.userId} <> ${openedById}::uuid`)
}

/** Shows a new member all conversations of their company; what was said before counts as read. */
export async function insertSidesOfMember(tx: Tx, companyId: number, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${conversationSides} (conversation_id, user_id, company_id, modified_at)
    select ${conversations.id}, ${userId}::uuid, ${conversations.companyId},
      (select max(${messages.createdAt}) from ${messages} where ${messages.conversationId} = ${conversations.id})
    from ${conversations} where ${conversations.companyId} = ${companyId}
    on conflict do nothing`)
}

/** Takes a company's conversations from a former member. */
export async function deleteSidesOfMember(tx: Tx, companyId: number, userId: string): Promise<void> {
  await tx
    .delete(conversationSides)
    .where(and(eq(conversationSides.companyId, companyId), eq(conversationSides.userId, userId)))
}

/** Shows a conversation without messages in the list of the person who opened it. */
export async function showConversation(db: Db | Tx, userId: string, conversationId: string): Promise<void> {
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

/** Conversations with unread messages that have come since then. */
export async function listUnreadChats(db: Db | Tx, userId: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conversationSides.conversationId })
    .from(conversationSides)
    .where(
      and(
        eq(conversationSides.userId, userId),
        gt(conversationSides.unreadCount, 0),
        gt(conversationSides.modifiedAt, since),
      ),
    )
  return rows.map(({ id }) => id)
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

/** Notes that a side has read all messages; returns until when, if that is news. */
export async function markReadBy(tx: Tx, conversationId: string, side: 'opener' | 'other'): Promise<Date | null> {
  const column = side === 'opener' ? conversations.openerReadUntil : conversations.otherReadUntil
  const isOfOther = side === 'opener' ? ne : eq
  const last = tx
    .select({ at: sql`max(${messages.createdAt})` })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), isOfOther(messages.authorId, conversations.openedById)))
  const [row] = await tx
    .update(conversations)
    .set({ [side === 'opener' ? 'openerReadUntil' : 'otherReadUntil']: sql`(${last})` })
    .where(and(eq(conversations.id, conversationId), sql`(${last}) > coalesce(${column}, '-infinity')`))
    .returning({ at: column })
  return row?.at ?? null
}

/** The people of a conversation. */
export async function listSides(db: Db | Tx, id: string) {
  return db
    .select({ userId: conversationSides.userId, openedById: conversations.openedById })
    .from(conversationSides)
    .innerJoin(conversations, eq(conversations.id, conversationSides.conversationId))
    .where(eq(conversationSides.conversationId, id))
    .prepare('conversation_sides')
    .execute()
}

/** Keeps everybody from joining or leaving the conversation's company until the transaction ends. */
export async function shareCompanyOf(tx: Tx, id: string): Promise<void> {
  const [row] = await tx
    .select({ companyId: conversations.companyId })
    .from(conversations)
    .where(eq(conversations.id, id))
    .prepare('company_of_conversation')
    .execute()
  if (!row?.companyId) return
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, row.companyId)).for('key share')
}

/**
 * Locks a conversation until the transaction ends, so that its messages are numbered one after another. Returns the ids
 * of those who take part; for one with a company the caller has called `shareCompanyOf`, so that they stay these.
 */
export async function lockConversation(tx: Tx, id: string): Promise<string[]> {
  const sides = await tx
    .select({ userId: conversationSides.userId })
    .from(conversations)
    .innerJoin(conversationSides, eq(conversationSides.conversationId, conversations.id))
    .where(eq(conversations.id, id))
    .for('no key update', { of: conversations })
    .prepare('lock_conversation')
    .execute()
  return sides.map(({ userId }) => userId)
}

interface NewMessage {
  id: string
  conversationId: string
  authorId: string
  body: string
  replyToId: string | null
  openedById: string
}

/**
 * Adds a message to a conversation that the caller has locked, as its last one and unread by the other side.
 * `undefined` if a message with this id exists.
 */
export async function insertMessage(tx: Tx, { openedById, ...row }: NewMessage): Promise<MessageRow | undefined> {
  const { conversationId, authorId } = row
  const number = sql<number>`(
    select coalesce(max(${messages.number}), 0) + 1 from ${messages} where ${messages.conversationId} = ${conversationId})`
  const inserted = tx.$with('inserted').as(
    tx
      .insert(messages)
      // The start time of the transaction may be earlier than that of a message with a smaller number.
      .values({ ...row, number, createdAt: sql`clock_timestamp()` })
      .onConflictDoNothing({ target: messages.id })
      .returning(),
  )
  // A colleague's answer is no news to the others of the company.
  const isOfOtherSide = sql`((${conversationSides.userId} = ${openedById}::uuid) <> (${authorId}::uuid = ${openedById}::uuid))`
  const noted = tx.$with('noted').as(
    tx
      .update(conversationSides)
      .set({
        modifiedAt: sql`${inserted.createdAt}`,
        unreadCount: sql`${conversationSides.unreadCount} + ${isOfOtherSide}::int`,
      })
      .from(inserted)
      .where(eq(conversationSides.conversationId, inserted.conversationId))
      .returning({ userId: conversationSides.userId }),
  )
  const [message] = await tx.with(inserted, noted).select().from(inserted).prepare('insert_message').execute()
  return message
}

/** The files of these messages, in their order. */
export async function listFiles(db: Db | Tx, messageIds: string[]): Promise<FileRow[]> {
  if (messageIds.length === 0) return []
  return db
    .select()
    .from(messageFiles)
    .where(sql`${messageFiles.messageId} = any(${sql.param(messageIds)}::uuid[])`)
    .orderBy(asc(messageFiles.messageId), asc(messageFiles.position))
    .prepare('files_of_messages')
    .execute()
}
