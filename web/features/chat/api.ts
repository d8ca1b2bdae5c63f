import { queryOptions } from '@tanstack/react-query'
import type { Conversation, ConversationDetail } from '#contract/chat.ts'
import type { Api } from '#web/lib/api.ts'
import { joinLists } from './conversations.ts'
import { joinStretches } from './messages.ts'

const chatsKey = ['member', 'chats']

/** The person's conversations, the latest first; the top bar counts unread messages in the same list. */
export const chatsQuery = (api: Api) =>
  queryOptions({
    queryKey: chatsKey,
    queryFn: async ({ signal, client }) => {
      const latest = await api.call('GET /chat/', { signal })
      return joinLists(client.getQueryData<Conversation[]>(chatsKey) ?? [], latest)
    },
  })

/** Messages of the person's conversations with these words. */
export const chatSearchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ['member', 'chat-search', q],
    queryFn: async ({ signal }) =>
      (await api.call('GET /chat/search/', { query: { q, page_size: 50 }, signal })).results,
    enabled: q !== '',
  })

/** A conversation with its latest messages and all earlier ones loaded so far. */
export const chatQuery = (api: Api, id: string) => {
  const queryKey = ['member', 'chat', id]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const latest = await api.call('GET /chat/:id/', { params: { id }, signal })
      const shown = client.getQueryData<ConversationDetail>(queryKey)
      return shown ? { ...latest, ...joinStretches(shown, latest) } : latest
    },
  })
}
