import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConversationDetail } from '#contract/chat.ts'
import { useApp } from '#web/lib/app-context.ts'
import { chatQuery } from './api.ts'

/** Loads the messages before the first one shown, one request at a time. */
export function useEarlier({ id, messages, has_earlier }: ConversationDetail) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (before: string) => api.call('GET /chat/:id/', { params: { id }, query: { before } }),
    onSuccess: (earlier, before) => {
      queries.setQueryData(chatQuery(api, id).queryKey, shown => {
        // Meanwhile the conversation may have been reloaded from another starting point.
        if (shown?.messages[0]?.id !== before) return shown
        return { ...shown, messages: [...earlier.messages, ...shown.messages], has_earlier: earlier.has_earlier }
      })
    },
  })
  const first = messages[0]?.id
  return {
    hasEarlier: has_earlier,
    isPending,
    isError,
    load: () => {
      if (first && has_earlier && !isPending) mutate(first)
    },
  }
}
