import { useSyncExternalStore } from 'react'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { getSession } from '#web/lib/session.ts'
import { showMessage } from './chat-cache.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** Lives longer than the screen, so that messages are sent during navigation. */
let current: { me: string; outbox: Outbox } | null = null

/** The outbox of the signed-in person; closes another person's. */
export function outboxOf({ api, queries }: AppContext, me: string): Outbox {
  if (current?.me === me) return current.outbox
  current?.outbox.close()
  const outbox = createOutbox({
    name: `outbox.${me}`,
    isMine: () => getSession().user.id === me,
    send: async ({ conversationId, id, body, answers }) => {
      const message = await api.call('POST /chat/:id/send/', {
        params: { id: conversationId },
        body: { id, body, ...(answers ? { reply_to: answers.id } : {}) },
      })
      showMessage(queries, api, conversationId, message, me)
    },
  })
  current = { me, outbox }
  return outbox
}

/** The person's outbox and its messages to this conversation. */
export function useOutbox(conversationId: string, me: string) {
  const outbox = outboxOf(useApp(), me)
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.get)
  return { outbox, unsent: unsent.filter(letter => letter.conversationId === conversationId) }
}
