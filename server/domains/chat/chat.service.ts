import type { AboutForm, Conversation, ConversationDetail, MessageFile } from '#contract/chat.ts'
import { findApart } from '#server/domains/accounts/accounts.api.ts'
import { userPresenter } from '#server/domains/friends/friends.service.ts'
import { chatSubject, forgetRead } from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import { pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import type { FileAddresses } from '#server/platform/media/attached/file-addresses.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canApproach } from '#server/policy/people.ts'
import { type Present, presentConversation, presentMessage, type Shown } from './chat.present.ts'
import {
  type ConversationRow,
  findAddressee,
  findConversation,
  findConversationOf,
  findMessage,
  findTalks,
  insertConversation,
  insertTalk,
  listConversations,
  listFiles,
  listMessages,
  listMessagesById,
  listPeople,
  listSides,
  type MessageRow,
  markRead,
  markReadBy,
  type SubjectColumns,
  showConversation,
} from './chat.queries.ts'
import { listTalksAbout, subjectPresenter, type Talk } from './subjects.ts'

/** Conversations per page, and messages per response. */
const [listed, shown] = [100, 100]

export interface ChatDeps {
  db: Db
  media: MediaStore
  publicUrl: string
  /** The limit of writes; a GET that creates a conversation counts too. */
  writes: Limit
  /** Files that a person may send in an hour. */
  files: Limit
  /** How often a person may say that they are typing. */
  typing: Limit
  addresses: FileAddresses
}

/** Returns the function that presents these people to the actor. */
export async function peoplePresenter(deps: ChatDeps, actor: Actor, who: Iterable<string>): Promise<Present> {
  const ids = [...new Set(who)]
  const [rows, present] = await Promise.all([listPeople(deps.db, ids), userPresenter(deps, actor, ids)])
  const people = new Map(rows.map(row => [row.id, present(row)]))
  return id => {
    const person = people.get(id)
    if (!person) throw new Error(`no person ${id}`)
    return person
  }
}

/** Returns the function that presents the files of these messages, with addresses made for this person. */
export async function filePresenter(
  { db, addresses }: Pick<ChatDeps, 'addresses'> & { db: Db | Tx },
  personId: string,
  messageIds: string[],
): Promise<(messageId: string) => MessageFile[]> {
  const files = Map.groupBy(await listFiles(db, messageIds), file => file.messageId)
  return messageId =>
    (files.get(messageId) ?? []).map(({ id, name, size, type }) => ({
      ...{ id, name, size, type },
      url: addresses.urlOf(id, personId),
    }))
}

/** What these conversations and messages take to be presented to the actor. */
export async function shownTo(
  deps: ChatDeps,
  actor: Actor,
  rows: ConversationRow[],
  messages: MessageRow[] = [],
): Promise<Shown> {
  const all = [...messages, ...rows.flatMap(({ lastMessage }) => lastMessage ?? [])]
  const answered = await listMessagesById(deps.db, [...new Set(all.flatMap(({ replyToId }) => replyToId ?? []))])
  const people = [
    actor.id,
    ...rows.flatMap(({ openedById, contactId }) => [openedById, contactId]),
    ...[...all, ...answered].map(({ authorId }) => authorId),
  ]
  const [present, filesOf, subjectOf] = await Promise.all([
    peoplePresenter(deps, actor, people),
    filePresenter(
      deps,
      actor.id,
      all.map(({ id }) => id),
    ),
    subjectPresenter(deps, actor.id, rows),
  ])
  const byId = new Map(answered.map(row => [row.id, row]))
  return { readerId: actor.id, present, filesOf, subjectOf, answeredOf: id => byId.get(id) }
}

/** A page past the end is empty. */
export async function listChats(deps: ChatDeps, actor: Actor, page: number): Promise<Conversation[]> {
  const rows = await listConversations(deps.db, actor, pageRange({ page, page_size: listed }))
  if (rows.length === 0) return []
  const shown = await shownTo(deps, actor, rows)
  return rows.map(row => presentConversation(row, shown))
}

/**
 * Whether the other side of a conversation is somebody with whom the actor has a block: neither sees it, as in lists
 * (`isWithSeen`). What is asked and agreed goes on.
 */
async function isBetweenApart(db: Db | Tx, actor: Actor, row: ConversationRow): Promise<boolean> {
  if (row.tradeKind !== null || actor.silences === 0) return false
  return findApart(db, actor.id, row.openedById === actor.id ? row.contactId : row.openedById)
}

/**
 * Marks all messages as read and tells the person's other pages, and the other side if it is news to it: not a person
 * with whom the actor has a block.
 */
async function markAsRead(db: Db, actor: Actor, row: ConversationRow): Promise<void> {
  const { id, openedById } = row
  const isOpener = actor.id === openedById
  await db.transaction(async tx => {
    // First, because it locks the conversation.
    const readUntil = (await isBetweenApart(tx, actor, row))
      ? null
      : await markReadBy(tx, id, isOpener ? 'opener' : 'other')
    if (await markRead(tx, actor.id, id)) {
      await forgetRead(tx, actor.id, [chatSubject(id)])
      await publish(tx, { type: 'conversation_read', conversation_id: id }, { userIds: [actor.id] })
    }
    if (!readUntil) return
    const others = (await listSides(tx, id)).filter(({ userId }) => (userId === openedById) !== isOpener)
    const event = { type: 'messages_read' as const, conversation_id: id, read_until: readUntil.toISOString() }
    await publish(tx, event, { userIds: others.map(({ userId }) => userId) })
  })
}

/** Whether the actor, or nobody of the actor's side, has not read the last message. */
function isNews({ id: actorId }: Actor, row: ConversationRow): boolean {
  const { openedById, lastMessage, openerReadUntil, otherReadUntil, unreadCount } = row
  if (unreadCount > 0) return true
  const isOpener = actorId === openedById
  if (!lastMessage || (lastMessage.authorId === openedById) === isOpener) return false
  const until = isOpener ? openerReadUntil : otherReadUntil
  return until === null || until < lastMessage.createdAt
}

const noSuchConversation = () => new AppError('NOT_FOUND', 'Такой беседы нет.')

/** Throws NOT_FOUND to everybody who does not take part. */
export async function getConversation(db: Db, actor: Actor, id: string): Promise<ConversationRow> {
  const row = await findConversation(db, actor.id, id)
  if (!row) throw noSuchConversation()
  return row
}

/** The number of a message of this conversation. Throws NOT_FOUND if it does not belong to it. */
async function numberOf(db: Db, conversationId: string, messageId: string): Promise<number> {
  const message = await findMessage(db, messageId)
  if (message?.conversationId !== conversationId) throw new AppError('NOT_FOUND', 'Такого сообщения в беседе нет.')
  return message.number
}

/**
 * The latest messages, which are marked as read, or those before a message, which changes nothing. Throws NOT_FOUND to
 * everybody who does not take part, and while a block stands between both sides.
 */
export async function openChat(deps: ChatDeps, actor: Actor, id: string, before?: string): Promise<ConversationDetail> {
  const { db } = deps
  const found = await getConversation(db, actor, id)
  if (await isBetweenApart(db, actor, found)) throw noSuchConversation()
  const isRead = before === undefined && isNews(actor, found)
  // Before reading the messages: one that arrives in between is shown and still counted as unread, never marked as read
  // without being shown.
  if (isRead) await markAsRead(db, actor, found)
  const row = isRead ? { ...found, unreadCount: 0 } : found
  const messages = await listMessages(db, id, before === undefined ? undefined : await numberOf(db, id, before), shown)
  const view = await shownTo(deps, actor, [row], messages)
  const readUntil = actor.id === row.openedById ? row.otherReadUntil : row.openerReadUntil
  return {
    ...presentConversation(row, view),
    messages: messages.toReversed().map(message => presentMessage(message, row, view)),
    has_earlier: (messages.at(-1)?.number ?? 1) > 1,
    read_until: readUntil?.toISOString() ?? null,
  }
}

async function startConversation({ db, writes }: ChatDeps, openedById: string, otherId: string): Promise<string> {
  await writes.take(openedById)
  return db.transaction(async tx => {
    await insertConversation(tx, { id: uuidv7(), openedById, otherId })
    const id = await findConversationOf(tx, openedById, otherId)
    if (!id) throw new Error('insert left no row')
    await showConversation(tx, openedById, id)
    return id
  })
}

/** The id of the actor's conversation with a person; creates and throws like openChatWith. */
async function conversationWith(deps: ChatDeps, actor: Actor, personId: string): Promise<string> {
  const { db } = deps
  if (personId === actor.id) throw new AppError('INVALID_INPUT', 'Написать можно только другому человеку.')
  const person = await findAddressee(db, actor.id, personId)
  if (!person || !canApproach(person)) throw new AppError('NOT_FOUND', 'Такого человека нет.')
  const begun = await findConversationOf(db, actor.id, personId)
  if (!begun) return startConversation(deps, actor.id, personId)
  await showConversation(db, actor.id, begun)
  return begun
}

/**
 * The actor's conversation with a person, created if there is none. Throws NOT_FOUND if the person does not exist or a
 * block stands between them, INVALID_INPUT for oneself and TOO_MANY_REQUESTS if too many were created.
 */
export async function openChatWith(deps: ChatDeps, actor: Actor, personId: string): Promise<ConversationDetail> {
  return openChat(deps, actor, await conversationWith(deps, actor, personId))
}

function columnsOf(about: AboutForm): SubjectColumns {
  if (about.kind === 'product') return { productId: about.id, tradeKind: null, tradeId: null }
  return { productId: null, tradeKind: about.kind, tradeId: about.id }
}

/**
 * The talk that is meant: the only one, the one with the company that is named, or the only one that has begun. Throws
 * INVALID_INPUT if the actor must say with which company.
 */
async function chooseTalk(db: Db, actor: Actor, about: AboutForm, talks: Talk[]): Promise<Talk | undefined> {
  const company = about.kind === 'product' ? undefined : about.company
  if (company !== undefined) return talks.find(({ companyId }) => companyId === company)
  if (talks.length <= 1) return talks[0]
  const begun = await findTalks(db, columnsOf(about), actor.id)
  const only = begun.length === 1 ? talks.find(({ companyId }) => companyId === begun[0]?.companyId) : undefined
  if (only) return only
  const message = 'Выберите, с какой компанией говорить'
  throw new AppError('INVALID_INPUT', message, { company: fieldError(message, 'required') })
}

/**
 * The conversation of a buyer and a company about something, which stays its subject. Throws NOT_FOUND if the actor must
 * not know that it exists or a block stands between them, INVALID_INPUT if it is the actor's own, and like openChatWith.
 */
export async function openChatAbout(deps: ChatDeps, actor: Actor, about: AboutForm): Promise<ConversationDetail> {
  const { db, writes } = deps
  const talk = await chooseTalk(db, actor, about, await listTalksAbout(db, actor, about))
  if (!talk) throw new AppError('NOT_FOUND', 'Такого объявления, запроса или сделки нет.')
  const { buyerId, companyId, contactId } = talk
  if (buyerId === actor.id && companyId === actor.companyId) {
    throw new AppError('INVALID_INPUT', 'Это вашей же компании: писать самим себе не нужно.')
  }
  if (about.kind === 'product' && (await findApart(db, actor.id, contactId))) {
    throw new AppError('NOT_FOUND', 'Написать этой компании нельзя.')
  }
  const columns = columnsOf(about)
  const find = (tx: Db | Tx) => findTalks(tx, columns, buyerId, companyId)
  const [begun] = await find(db)
  if (begun) {
    await showConversation(db, actor.id, begun.id)
    return openChat(deps, actor, begun.id)
  }
  await writes.take(actor.id)
  const id = await db.transaction(async tx => {
    await insertTalk(tx, { id: uuidv7(), openedById: buyerId, otherId: contactId, companyId, ...columns })
    const [talking] = await find(tx)
    if (!talking) throw new Error('insert left no row')
    await showConversation(tx, actor.id, talking.id)
    return talking.id
  })
  return openChat(deps, actor, id)
}

export async function readChat({ db }: ChatDeps, actor: Actor, id: string) {
  const row = await getConversation(db, actor, id)
  if (isNews(actor, row)) await markAsRead(db, actor, row)
  return { message: 'conversation read' as const }
}
