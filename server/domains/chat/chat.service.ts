import type { Conversation, ConversationDetail } from '#contract/chat.ts'
import { userPresenter } from '#server/domains/friends/friends.service.ts'
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
} from './chat.queries.ts'

/** How many conversations are listed, and how many messages come at once. */
const [listed, shown] = [100, 100]

export interface ChatDeps {
  db: Db
  media: MediaStore
  publicUrl: string
  /** How often a person may change something: a GET that makes a conversation counts too. */
  writes: Limit
}

/** Gives the function that presents the people of these conversations to the actor. */
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

/** All that has come counts as read; the person's other pages learn of it. */
async function markAsRead(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction(async tx => {
    if (!(await markRead(tx, actor.id, id))) return
    await publish(tx, { type: 'conversation_read', conversation_id: id }, { userIds: [actor.id] })
  })
}

/** Throws NOT_FOUND to everybody but the two whose conversation it is. */
async function getConversation(db: Db, actor: Actor, id: string): Promise<ConversationRow> {
  const row = await findConversation(db, actor.id, id)
  if (!row) throw new AppError('NOT_FOUND', 'Такой беседы нет.')
  return row
}

/** The number of a message of this conversation. Throws NOT_FOUND when it is none. */
async function numberOf(db: Db, conversationId: string, messageId: string): Promise<number> {
  const message = await findMessage(db, messageId)
  if (message?.conversationId !== conversationId) throw new AppError('NOT_FOUND', 'Такого сообщения в беседе нет.')
  return message.number
}

/** The latest messages, which count as read from now on, or those before a message, which change nothing. */
export async function openChat(deps: ChatDeps, actor: Actor, id: string, before?: string): Promise<ConversationDetail> {
  const { db } = deps
  const found = await getConversation(db, actor, id)
  const isRead = before === undefined && found.unreadCount > 0
  // Before the messages are read: one that comes in between is shown and still counted, never read without being shown.
  if (isRead) await markAsRead(db, actor, id)
  const row = isRead ? { ...found, unreadCount: 0 } : found
  const messages = await listMessages(db, id, before === undefined ? undefined : await numberOf(db, id, before), shown)
  const present = await peoplePresenter(deps, actor, [row])
  return {
    ...presentConversation(row, present),
    messages: messages.toReversed().map(message => presentMessage(message, row, present)),
    has_earlier: (messages.at(-1)?.number ?? 1) > 1,
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

/**
 * The actor's conversation with a person, made when there is none. Throws NOT_FOUND when there is no such person,
 * INVALID_INPUT for oneself and TOO_MANY_REQUESTS when one would have to be made once too often.
 */
export async function openChatWith(deps: ChatDeps, actor: Actor, personId: string): Promise<ConversationDetail> {
  const { db } = deps
  if (personId === actor.id) throw new AppError('INVALID_INPUT', 'Написать можно только другому человеку.')
  if (!(await canBeWrittenTo(db, personId))) throw new AppError('NOT_FOUND', 'Такого человека нет.')
  const id = (await findConversationOf(db, actor.id, personId)) ?? (await startConversation(deps, actor.id, personId))
  await showConversation(db, actor.id, id)
  return openChat(deps, actor, id)
}

export async function readChat({ db }: ChatDeps, actor: Actor, id: string) {
  await getConversation(db, actor, id)
  await markAsRead(db, actor, id)
  return { message: 'conversation read' as const }
}
