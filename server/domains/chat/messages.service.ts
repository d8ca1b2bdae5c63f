import type { Message } from '#contract/chat.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { isInConversation } from '#server/policy/chat.ts'
import { presentMessage } from './chat.present.ts'
import {
  canBeWrittenTo,
  findMessage,
  findSides,
  insertMessage,
  lockConversation,
  type MessageRow,
} from './chat.queries.ts'
import { type ChatDeps, peoplePresenter } from './chat.service.ts'

/** Throws CONFLICT if the message with this id is not the actor's in this conversation. */
async function findSent(tx: Tx, actor: Actor, conversationId: string, id: string): Promise<MessageRow> {
  const message = await findMessage(tx, id)
  if (message?.conversationId === conversationId && message.authorId === actor.id) return message
  throw new AppError('CONFLICT', 'Сообщение с таким номером уже есть.')
}

/**
 * Sends a message; sending with the same id again returns the first one. Throws NOT_FOUND to everybody except the two
 * participants and if the other one has deleted their account, and CONFLICT for the id of a message that is not the
 * actor's in this conversation.
 */
export async function sendMessage(
  deps: ChatDeps,
  actor: Actor,
  conversationId: string,
  { id = uuidv7(), body }: { id?: string | undefined; body: string },
): Promise<Message> {
  const { db } = deps
  const conversation = await findSides(db, conversationId)
  if (!conversation || !isInConversation(actor, conversation)) throw new AppError('NOT_FOUND', 'Такой беседы нет.')
  const { openedById, otherId } = conversation
  const [present, canGetIt] = await Promise.all([
    peoplePresenter(deps, actor, [conversation]),
    canBeWrittenTo(db, openedById === actor.id ? otherId : openedById),
  ])
  if (!canGetIt) throw new AppError('NOT_FOUND', 'Этот человек удалил свою учётную запись, написать ему нельзя.')
  return db.transaction(async tx => {
    await lockConversation(tx, conversationId)
    const sent = await insertMessage(tx, { id, conversationId, authorId: actor.id, body })
    if (!sent) return presentMessage(await findSent(tx, actor, conversationId, id), conversation, present)
    const message = presentMessage(sent, conversation, present)
    const event = { type: 'message' as const, conversation_id: conversationId, message }
    await publish(tx, event, { userIds: [openedById, otherId] }, { ...event, message: null })
    return message
  })
}
