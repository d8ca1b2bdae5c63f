import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { showRead } from './chat-cache.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is visible. */
const useIsSeen = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Marks messages of a visible conversation as read, here and in the person's other tabs. */
export function useReading(conversationId: string, unreadCount: number): void {
  const { api } = useApp()
  const queries = useQueryClient()
  const isSeen = useIsSeen()
  const read = useEffectEvent(() => {
    showRead(queries, api, conversationId)
    // Not shown to the person: it is marked as read next time.
    api.call('POST /chat/:id/read/', { params: { id: conversationId } }).catch((error: unknown) => {
      console.warn('the conversation could not be marked as read', error)
    })
  })
  useEffect(() => {
    if (isSeen && unreadCount > 0) read()
  }, [isSeen, unreadCount])
}
