import type { Conversation, ConversationDetail, Subject } from '#contract/chat.ts'
import { userPresenter } from '#server/domains/friends/friends.service.ts'
import { productCards } from '#server/domains/products/product-cards.service.ts'
import { findContact } from '#server/domains/products/products.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import { pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type Present, presentConversation, presentMessage, type Sides } from './chat.present.ts'
import {
  type ConversationRow,
  canBeWrittenTo,
  findConversation,
  findConversationOf,
  findMessage,
  insertConversation,
  listConversations,
  listMessages,
  listPeople,
  markRead,
  showConversation,
  updateSubject,
} from './chat.queries.ts'

/** Conversations per page, and messages per response. */
const [listed, shown] = [100, 100]

export interface ChatDeps {
  db: Db
  media: MediaStore
  publicUrl: string
  /** The limit of writes; a GET that creates a conversation counts too. */
  writes: Limit
}

/** Returns the function that presents the people of these conversations to the actor. */
export async function peoplePresenter(deps: ChatDeps, actor: Actor, conversations: Sides[]): Promise<Present> {
  const ids = [...new Set(conversations.flatMap(({ openedById, otherId }) => [openedById, otherId]))]
  const [rows, present] = await Promise.all([listPeople(deps.db, ids), userPresenter(deps, actor, ids)])
  const people = new Map(rows.map(row => [row.id, present(row)]))
  return id => {
    const person = people.get(id)
    if (!person) throw new Error(`no person ${id}`)
    return person
  }
}

/** A page past the end is empty. */
export async function listChats(deps: ChatDeps, actor: Actor, page: number): Promise<Conversation[]> {
  const rows = await listConversations(deps.db, actor.id, pageRange({ page, page_size: listed }))
  if (rows.length === 0) return []
  const present = await peoplePresenter(deps, actor, rows)
  return rows.map(row => presentConversation(row, present))
}

/** Marks all messages as read and notifies the person's other pages. */
async function markAsRead(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction(async tx => {
    if (!(await markRead(tx, actor.id, id))) return
    await publish(tx, { type: 'conversation_read', conversation_id: id }, { userIds: [actor.id] })
  })
}

/** Throws NOT_FOUND to everybody except the two participants. */
async function getConversation(db: Db, actor: Actor, id: string): Promise<ConversationRow> {
  const row = await findConversation(db, actor.id, id)
  if (!row) throw new AppError('NOT_FOUND', 'Такой беседы нет.')
  return row
}

/** The number of a message of this conversation. Throws NOT_FOUND if it does not belong to it. */
async function numberOf(db: Db, conversationId: string, messageId: string): Promise<number> {
  const message = await findMessage(db, messageId)
  if (message?.conversationId !== conversationId) throw new AppError('NOT_FOUND', 'Такого сообщения в беседе нет.')
  return message.number
}

/** Only a published product is shown: a conversation gives no access to one that its company has withdrawn. */
async function subjectOf({ db, media }: ChatDeps, { productId }: ConversationRow): Promise<Subject | null> {
  if (productId === null) return null
  const product = (await productCards(db, media, [productId])).get(productId)
  return product?.is_active ? { kind: 'product', id: productId, product } : null
}

/** The latest messages, which are marked as read, or those before a message, which changes nothing. */
export async function openChat(deps: ChatDeps, actor: Actor, id: string, before?: string): Promise<ConversationDetail> {
  const { db } = deps
  const found = await getConversation(db, actor, id)
  const isRead = before === undefined && found.unreadCount > 0
  // Before reading the messages: one that arrives in between is shown and still counted as unread, never marked as read
  // without being shown.
  if (isRead) await markAsRead(db, actor, id)
  const row = isRead ? { ...found, unreadCount: 0 } : found
  const messages = await listMessages(db, id, before === undefined ? undefined : await numberOf(db, id, before), shown)
  const [present, subject] = await Promise.all([peoplePresenter(deps, actor, [row]), subjectOf(deps, row)])
  return {
    ...presentConversation(row, present),
    messages: messages.toReversed().map(message => presentMessage(message, row, present)),
    has_earlier: (messages.at(-1)?.number ?? 1) > 1,
    subject,
  }
}

async function startConversation({ db, writes }: ChatDeps, openedById: string, otherId: string): Promise<string> {
  await writes.take(openedById)
  return db.transaction(async tx => {
    await insertConversation(tx, { id: uuidv7(), openedById, otherId })
    const id = await findConversationOf(tx, openedById, otherId)
    if (!id) throw new Error('insert left no row')
    return id
  })
}

/** The id of the actor's conversation with a person; creates and throws like openChatWith. */
async function conversationWith(deps: ChatDeps, actor: Actor, personId: string): Promise<string> {
  const { db } = deps
  if (personId === actor.id) throw new AppError('INVALID_INPUT', 'Написать можно только другому человеку.')
  if (!(await canBeWrittenTo(db, personId))) throw new AppError('NOT_FOUND', 'Такого человека нет.')
  const id = (await findConversationOf(db, actor.id, personId)) ?? (await startConversation(deps, actor.id, personId))
  await showConversation(db, actor.id, id)
  return id
}

/**
 * The actor's conversation with a person, created if there is none. Throws NOT_FOUND if the person does not exist,
 * INVALID_INPUT for oneself and TOO_MANY_REQUESTS if too many were created.
 */
export async function openChatWith(deps: ChatDeps, actor: Actor, personId: string): Promise<ConversationDetail> {
  return openChat(deps, actor, await conversationWith(deps, actor, personId))
}

/**
 * The actor's conversation with a product's contact, which makes the product its subject. Throws NOT_FOUND for a
 * product that is not published, and like openChatWith.
 */
export async function openChatAbout(deps: ChatDeps, actor: Actor, productId: number): Promise<ConversationDetail> {
  const { db } = deps
  const personId = await findContact(db, productId)
  if (!personId) throw new AppError('NOT_FOUND', 'Такого объявления нет.')
  const id = await conversationWith(deps, actor, personId)
  await updateSubject(db, id, productId)
  return openChat(deps, actor, id)
}

export async function readChat({ db }: ChatDeps, actor: Actor, id: string) {
  await getConversation(db, actor, id)
  await markAsRead(db, actor, id)
  return { message: 'conversation read' as const }
}
