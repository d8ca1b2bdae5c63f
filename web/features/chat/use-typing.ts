import { useRef } from 'react'
import { useApp } from '#web/lib/app-context.ts'

/** Milliseconds between two times of saying it. */
export const typingEvery = 3000

/** Returns the function to call with every change of the text: it tells the other side now and then. */
export function useTyping(conversationId: string): () => void {
  const { api } = useApp()
  const sayAgainAt = useRef(0)
  return () => {
    if (Date.now() < sayAgainAt.current) return
    sayAgainAt.current = Date.now() + typingEvery
    // Nobody misses it: it is said again with the next letters.
    api.call('POST /chat/:id/typing/', { params: { id: conversationId } }).catch(() => undefined)
  }
}
