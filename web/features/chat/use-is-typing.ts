import { useEffect, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { useLive } from '#web/features/live/use-live.ts'
import { typingEvery } from './use-typing.ts'

/** Whether somebody of the other side is typing: until a message of theirs comes, or they have stopped for a while. */
export function useIsTyping(conversationId: string, messages: readonly Message[]): boolean {
  const [typing, setTyping] = useState<{ by: string; since: number } | null>(null)
  useLive('typing', ({ conversation_id, user_id }) => {
    if (conversation_id === conversationId) setTyping({ by: user_id, since: Date.now() })
  })
  useEffect(() => {
    if (!typing) return
    const timer = setTimeout(() => setTyping(null), typingEvery * 2)
    return () => clearTimeout(timer)
  }, [typing])
  const last = messages.at(-1)
  const [known, setKnown] = useState(last?.id)
  if (last && last.id !== known) {
    setKnown(last.id)
    if (last.created_by.id === typing?.by) setTyping(null)
  }
  return typing !== null
}
