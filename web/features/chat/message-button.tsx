import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf } from '#contract/calls.ts'
import type { ConversationDetail } from '#contract/chat.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useIntent } from '#web/lib/intent.ts'
import type { ButtonVariant } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCircle } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { chatQuery, chatsQuery } from './api.ts'
import type { ChatState } from './conversation-view.tsx'

interface MessageButtonProps {
  /** A person, or something: then the conversation is about it, between the buyer and the company. */
  to: { personId: string } | { about: InputOf<'POST /chat/about/', 'body'> }
  variant?: ButtonVariant
  className?: string
  children?: ReactNode
  /** What a visitor pressed before they signed in. */
  intent?: string
}

/** Opens a conversation and creates it if necessary. */
export function MessageButton({ to, children = 'Отправить сообщение', intent, ...look }: MessageButtonProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      'about' in to
        ? api.call('POST /chat/about/', { body: to.about })
        : api.call('GET /chat/:id/get-or-create/', { params: { id: to.personId } }),
    onSuccess: async chat => {
      const { queryKey } = chatQuery(api, chat.id)
      queries.setQueryData(queryKey, (known: ConversationDetail | undefined) =>
        known ? { ...known, subject: chat.subject } : chat,
      )
      void queries.invalidateQueries({ queryKey: chatsQuery(api).queryKey })
      await navigate(`/chat?conversation=${chat.id}`, { state: { isToWrite: true } satisfies ChatState })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  useIntent(intent ?? '', intent !== undefined, mutate)
  return (
    <Button busy={isPending} onClick={() => mutate()} {...look}>
      <MessageCircle size={20} />
      {children}
    </Button>
  )
}
