import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/features/live/use-live.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { chatQuery, chatsQuery } from './api.ts'
import { showMessage, showRead } from './chat-cache.ts'

/** Keeps conversations alive wherever one is on the site, and gives how many messages are unread. */
export function useChatNews(): number {
  const { api } = useApp()
  const queries = useQueryClient()
  const { user } = useSession()
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
