import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#web/features/live/use-live.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { chatQuery, chatsQuery } from './api.ts'
import { showDeleted, showMessage, showRead, showReadByOther } from './chat-cache.ts'
import { outboxOf } from './use-outbox.ts'

/**
 * Handles chat events on all screens: shows new messages and sends those that an earlier page left unsent. Returns the
 * number of unread messages, `undefined` until it is known.
 */
export function useChatNews(): number | undefined {
  const context = useApp()
  const { api } = context
  const queries = useQueryClient()
  const { user } = useSession()
  useEffect(() => outboxOf(context, user.id).retryAll(), [context, user.id])
  useLive('hello', () => outboxOf(context, user.id).retryAll())
  useLive('message', ({ conversation_id: id, message }) => {
    if (message) return showMessage(queries, api, id, message, user.id)
    // Too long for an event, or with files: refetch. That marks the conversation as read, so while nobody looks at the
    // page it waits until somebody does.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    void queries.invalidateQueries({ queryKey: chatQuery(api, id).queryKey, refetchType })
    void queries.invalidateQueries({ queryKey: chatsQuery(api).queryKey })
  })
  useLive('message_deleted', event => showDeleted(queries, api, event))
  useLive('conversation_read', ({ conversation_id: id }) => showRead(queries, api, id))
  useLive('messages_read', ({ conversation_id: id, read_until }) => showReadByOther(queries, api, id, read_until))
  useLive('conversations_changed', () => {
    void queries.invalidateQueries({ queryKey: chatsQuery(api).queryKey })
    void queries.invalidateQueries({ queryKey: chatQuery(api, '').queryKey.slice(0, 2) })
  })
  const { data: chats } = useQuery(chatsQuery(api))
  return chats?.reduce((sum, { unread_count }) => sum + unread_count, 0)
}
