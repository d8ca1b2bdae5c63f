import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { chatQuery, chatsQuery } from './api.ts'
import type { ChatState } from './conversation-view.tsx'

/** Opens the conversation with a person, which is made when there is none. */
export function MessageButton({ personId }: { personId: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('GET /chat/:id/get-or-create/', { params: { id: personId } }),
    onSuccess: async chat => {
      const { queryKey } = chatQuery(api, chat.id)
      if (!queries.getQueryData(queryKey)) queries.setQueryData(queryKey, chat)
      void queries.invalidateQueries({ queryKey: chatsQuery(api).queryKey })
      await navigate(`/chat?conversation=${chat.id}`, { state: { isToWrite: true } satisfies ChatState })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      <MessageCircle aria-hidden size={20} />
      Отправить сообщение
    </Button>
  )
}
