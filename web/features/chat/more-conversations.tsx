import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { showToast } from '#web/ui/toast.ts'
import { chatsQuery } from './api.ts'
import { conversationsOnPage, withOlder } from './conversations.ts'

/** Loads further conversations as long as there may be any. */
export function MoreConversations({ listed }: { listed: number }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => api.call('GET /chat/', { query: { page: Math.floor(listed / conversationsOnPage) + 1 } }),
    onSuccess: older => queries.setQueryData(chatsQuery(api).queryKey, list => list && withOlder(list, older)),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  if (listed < conversationsOnPage || (data && data.length < conversationsOnPage)) return null
  return <ShowMore busy={isPending} onClick={() => mutate()} />
}
