import type { Message } from '#contract/chat.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { chatSubject, forgetRead, tell } from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish, publishAtOnce } from '#server/platform/live/live.ts'
import { checkRoom, type StoredFile, storeAttachedFiles } from '#server/platform/media/attached/attached-files.ts'
import { filesOfKey } from '#server/platform/media/media.ts'
import { canApproach } from '#server/policy/people.ts'
import { presentMessage } from './chat.present.ts'
import {
  type ConversationRow,
  findAddressee,
  findConversation,
  findMessage,
  insertMessage,
  listSides,
  lockConversation,
  type MessageRow,
  shareCompanyOf,
} from './chat.queries.ts'
import { type ChatDeps, filePresenter, peoplePresenter } from './chat.service.ts'
import { countAsRead, setDeleted } from './deleted-messages.queries.ts'
import { deleteFiles, insertFiles, sumFiles } from './files/message-files.queries.ts'

const notDelivered = () => new AppError('FORBIDDEN', 'Сообщение не доставлено')

const gone = () => new AppError('NOT_FOUND', 'Такой беседы нет.')

/** Throws CONFLICT if the message with this id is not the actor's in this conversation. */
function ownMessage(message: MessageRow | undefined, actor: Actor, conversationId: string): MessageRow {
  if (message?.conversationId === conversationId && message.authorId === actor.id) return message
  throw new AppError('CONFLICT', 'Сообщение с таким номером уже есть.')
}

/**
 * The actor's conversation. Throws NOT_FOUND if there is none, or nobody on its other side any more, and FORBIDDEN if
 * one of the two has blocked the other, unless they speak about what was asked or agreed.
 */
async function getOpenConversation({ db }: Pick<ChatDeps, 'db'>, actor: Actor, id: string): Promise<ConversationRow> {
  const row = await findConversation(db, actor.id, id)
  if (!row) throw gone()
  if (!(await takesMessages(db, actor, row))) throw notDelivered()
  return row
}

/** False if one of the two has blocked the other. Throws NOT_FOUND if there is nobody on the other side any more. */
async function takesMessages(db: Db, actor: Actor, row: ConversationRow): Promise<boolean> {
  const isOpener = row.openedById === actor.id
  const isToCompany = row.isWithCompany && isOpener
  if (isToCompany && !row.company) throw new AppError('NOT_FOUND', 'Этой компании больше нет, написать ей нельзя.')
  const addressee = await findAddressee(db, actor.id, isOpener ? row.contactId : row.openedById)
  if (!isToCompany && !addressee) {
    throw new AppError('NOT_FOUND', 'Этот человек удалил свою учётную запись, написать ему нельзя.')
  }
  return row.tradeKind !== null || !addressee || canApproach(addressee)
}

/** Tells the other side that the actor is typing, unless a block stands between them. */
export async function tellTyping({ db, typing }: ChatDeps, actor: Actor, id: string) {
  const row = await findConversation(db, actor.id, id)
  if (!row) throw gone()
  await typing.take(actor.id)
  if (await takesMessages(db, actor, row)) {
    const isOpener = actor.id === row.openedById
    const others = (await listSides(db, id)).filter(({ userId }) => (userId === row.openedById) !== isOpener)
    const event = { type: 'typing' as const, conversation_id: id, user_id: actor.id }
    await publishAtOnce(db, event, { userIds: others.map(({ userId }) => userId) })
  }
  return { message: 'typing' as const }
}

/**
 * Takes text and files of a message away, if `check` lets it pass: its place stays. Throws NOT_FOUND if there is no such
 * message. Doing it again changes nothing.
 */
export async function eraseMessage(
  { db, media }: Pick<ChatDeps, 'db' | 'media'>,
  conversationId: string,
  id: string,
  check: (tx: Tx, message: MessageRow | undefined, people: string[]) => Promise<void> | void,
): Promise<void> {
  const keys = await db.transaction(async tx => {
    await shareCompanyOf(tx, conversationId)
    const people = await lockConversation(tx, conversationId)
    const found = await findMessage(tx, id)
    const message = found?.conversationId === conversationId ? found : undefined
    await check(tx, message, people)
    if (!message) throw new AppError('NOT_FOUND', 'Такого сообщения в беседе нет.')
    const deletedAt = await setDeleted(tx, id)
    if (!deletedAt) return []
    const stored = await deleteFiles(tx, id)
    // Nobody is called to a message that is not there any more.
    for (const userId of await countAsRead(tx, message)) await forgetRead(tx, userId, [chatSubject(conversationId)])
    const event = { type: 'message_deleted' as const, conversation_id: conversationId, message_id: id }
    await publish(tx, { ...event, deleted_at: deletedAt.toISOString() }, { userIds: people })
    return stored
  })
  // What cannot be removed now has no row any more, and goes with the next clean-up (platform/media/media-cleanup.ts).
  await Promise.allSettled(keys.flatMap(filesOfKey).map(name => media.files.remove(name)))
}

/** Throws NOT_FOUND to everybody who does not take part, and FORBIDDEN for a message of somebody else. */
export async function deleteMessage(deps: ChatDeps, actor: Actor, conversationId: string, id: string) {
  await eraseMessage(deps, conversationId, id, (_, message, people) => {
    if (!people.includes(actor.id)) throw gone()
    if (message && message.authorId !== actor.id) {
      throw new AppError('FORBIDDEN', 'Удалить можно только своё сообщение.')
    }
  })
  return { message: 'message deleted' as const }
}

interface Letter {
  id?: string | undefined
  body: string
  reply_to?: string | null | undefined
}

/**
 * Sends a message; sending with the same id again returns the first one. Throws NOT_FOUND to everybody who does not take
 * part and if there is nobody on the other side any more, CONFLICT for the id of a message that is not the actor's in
 * this conversation, INVALID_INPUT for an empty message and for files that are not accepted, and TOO_MANY_REQUESTS.
 */
export async function sendMessage(
  deps: ChatDeps,
  actor: Actor,
  conversationId: string,
  { id: givenId, body, reply_to: replyToId }: Letter,
  received: ReceivedFile[],
): Promise<Message> {
  const { db, media, files: limit } = deps
  const id = (givenId ?? uuidv7()).toLowerCase()
  const conversation = await getOpenConversation(deps, actor, conversationId)
  const { openedById, contactId } = conversation
  if (body === '' && received.length === 0) {
    throw new AppError('INVALID_INPUT', undefined, { body: fieldError('Напишите сообщение', 'required') })
  }
  const answered = replyToId ? await findMessage(db, replyToId) : undefined
  if (replyToId && answered?.conversationId !== conversationId) {
    throw new AppError('INVALID_INPUT', undefined, {
      reply_to: fieldError('Такого сообщения в беседе нет', 'unknown'),
    })
  }
  const present = await peoplePresenter(deps, actor, [
    ...[openedById, contactId, actor.id],
    ...(answered ? [answered.authorId] : []),
  ])
  const presented = async (tx: Tx, row: MessageRow, hasFiles = true) =>
    presentMessage(row, conversation, {
      present,
      filesOf: await filePresenter({ ...deps, db: tx }, actor.id, hasFiles ? [row.id] : []),
      answeredOf: id => (id === answered?.id ? answered : undefined),
    })
  let stored: StoredFile[] = []
  if (received.length > 0) {
    // Sent again: the files are there.
    const known = givenId && (await findMessage(db, id))
    if (known) {
      const own = ownMessage(known, actor, conversationId)
      return db.transaction(tx => presented(tx, own))
    }
    await limit.take(actor.id, received.length)
    stored = await storeAttachedFiles(media, received)
  }
  return db.transaction(async tx => {
    if (conversation.isWithCompany) await shareCompanyOf(tx, conversationId)
    if (stored.length > 0) {
      await lockPeople(tx, [actor.id])
      checkRoom(await sumFiles(tx, actor.id), stored, 'в сообщениях')
    }
    const people = await lockConversation(tx, conversationId)
    // The actor may just have left the company.
    if (!people.includes(actor.id)) throw gone()
    const sent = await insertMessage(tx, {
      ...{ id, conversationId, authorId: actor.id, body, openedById },
      replyToId: answered?.id ?? null,
    })
    if (!sent) return presented(tx, ownMessage(await findMessage(tx, id), actor, conversationId))
    await insertFiles(tx, id, stored)
    const message = await presented(tx, sent, stored.length > 0)
    const light = { type: 'message' as const, conversation_id: conversationId, message: null }
    // Addresses of files are made for one person.
    const event = stored.length > 0 ? light : { ...light, message }
    await publish(tx, event, { userIds: people }, light)
    const isOpener = actor.id === openedById
    await tell(
      tx,
      people.filter(id => (id === openedById) !== isOpener),
      {
        kind: 'messages',
        subject: chatSubject(conversationId),
        actorId: actor.id,
        path: `/chat?conversation=${conversationId}`,
      },
    )
    return message
  })
}
