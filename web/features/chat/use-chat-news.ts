import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#web/features/live/use-live.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { chatQuery, chatsQuery } from './api.ts'
import { showMessage, showRead } from './chat-cache.ts'
import { outboxOf } from './use-outbox.ts'

/**
 * Keeps conversations alive wherever one is on the site: shows what comes, sends what an earlier page has left unsent.
 * Gives how many messages are unread.
 */
export function useChatNews(): number {
  const context = useApp()
  const { api } = context
  const queries = useQueryClient()
  const { user } = useSession()
  useEffect(() => outboxOf(context, user.id).retryAll(), [context, user.id])
  useLive('hello', () => outboxOf(context, user.id).retryAll())
  useLive('message', ({ conversation_id: id, message }) => {
    if (message) return showMessage(queries, api, id, message, user.id)
    // Too long to travel.
    void queries.invalidateQueries({ queryKey: chatQuery(api, id).queryKey })
    void queries.invalidateQueries({ queryKey: chatsQuery(api).queryKey })
  })
  useLive('conversation_read', ({ conversation_id: id }) => showRead(queries, api, id))
  const { data: chats = [] } = useQuery(chatsQuery(api))
  return chats.reduce((sum, { unread_count }) => sum + unread_count, 0)
}
