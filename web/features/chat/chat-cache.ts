import type { QueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '#contract/chat.ts'
import type { Api } from '#web/lib/api.ts'
import { chatQuery, chatsQuery } from './api.ts'
import { withMessage } from './messages.ts'
import { isOwnSide } from './sides.ts'

/** The list with a new message; an older or repeated message changes nothing. */
export function listWithMessage(list: Conversation[], id: string, message: Message, me: string): Conversation[] {
  const conversation = list.find(other => other.id === id)
  const last = conversation?.last_message
  if (!conversation || (last && (last.id === message.id || last.created_at > message.created_at))) return list
  const isFromOther = !isOwnSide(conversation, message.created_by.id, me)
  const latest = {
    ...conversation,
    last_message: message,
    modified_at: message.created_at,
    modified_at_formatted: message.created_at_formatted,
    unread_count: conversation.unread_count + (isFromOther ? 1 : 0),
  }
  return [latest, ...list.filter(other => other.id !== id)]
}

/** Shows a message everywhere: in its conversation, in the list and in the count of the top bar. */
export function showMessage(
  queries: QueryClient,
  api: Api,
  conversationId: string,
  message: Message,
  me: string,
): void {
  const chats = chatsQuery(api)
  const list = queries.getQueryData(chats.queryKey)
  // A list that is being loaded may be from before this message.
  const isOnItsWay = queries.isFetching({ queryKey: chats.queryKey }) > 0
  if (isOnItsWay || !list?.some(({ id }) => id === conversationId)) {
    void queries.invalidateQueries({ queryKey: chats.queryKey })
  }
  if (list) queries.setQueryData(chats.queryKey, listWithMessage(list, conversationId, message, me))
  queries.setQueryData(
    chatQuery(api, conversationId).queryKey,
    chat => chat && { ...chat, messages: withMessage(chat.messages, message) },
  )
}

/** The message after the one with this id has been deleted. */
export const withoutText = (message: Message, id: string, deleted_at: string): Message => {
  if (message.id === id) return { ...message, body: '', files: [], deleted_at }
  if (message.reply_to !== id || !message.answered) return message
  return { ...message, answered: { ...message.answered, line: '', is_deleted: true } }
}

/** Shows that a message has been deleted: in its conversation, above its answers, and in the list. */
export function showDeleted(
  queries: QueryClient,
  api: Api,
  { conversation_id, message_id, deleted_at }: { conversation_id: string; message_id: string; deleted_at: string },
): void {
  const changed = (message: Message) => withoutText(message, message_id, deleted_at)
  const chats = chatsQuery(api)
  // It may have been one of the unread ones, which are fewer then.
  const isUnread = queries.getQueryData(chats.queryKey)?.some(chat => chat.id === conversation_id && chat.unread_count)
  if (isUnread) void queries.invalidateQueries({ queryKey: chats.queryKey })
  queries.setQueryData(chats.queryKey, list =>
    list?.map(chat => (chat.last_message ? { ...chat, last_message: changed(chat.last_message) } : chat)),
  )
  queries.setQueryData(
    chatQuery(api, conversation_id).queryKey,
    chat => chat && { ...chat, messages: chat.messages.map(changed) },
  )
}

/** Marks the conversation as read. */
export function showRead(queries: QueryClient, api: Api, conversationId: string): void {
  queries.setQueryData(chatsQuery(api).queryKey, list =>
    list?.map(other => (other.id === conversationId ? { ...other, unread_count: 0 } : other)),
  )
}

/** Marks the messages of the person's side as read by the other one. */
export function showReadByOther(queries: QueryClient, api: Api, conversationId: string, readUntil: string): void {
  queries.setQueryData(
    chatQuery(api, conversationId).queryKey,
    chat => chat && { ...chat, read_until: [chat.read_until ?? '', readUntil].toSorted().at(-1) ?? readUntil },
  )
}
