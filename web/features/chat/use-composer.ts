import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Message, messageLength } from '#contract/chat.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'
import { type Composer, createComposer, NotSent } from '#web/ui/files/composer.ts'
import { type RefreshAccess, sendFiles } from '#web/ui/files/send-files.ts'
import { showMessage } from './chat-cache.ts'

function storedText(draftName: string): string {
  const draft = readDraft(draftName) as { body?: unknown } | null
  return typeof draft?.body === 'string' ? draft.body : ''
}

function newComposer({ api, queries }: AppContext, conversationId: string, me: string, refreshAccess: RefreshAccess) {
  const draftName = `message.${me}.${conversationId}`
  return createComposer({
    body: storedText(draftName),
    keep: body => writeDraft(draftName, body.trim() ? { body } : null),
    async send({ id, body, files, replyTo }, sending) {
      if (body.length > messageLength) {
        throw new NotSent(`Не длиннее ${messageLength.toLocaleString('ru-RU')} знаков`)
      }
      const form = new FormData()
      form.append('id', id)
      form.append('body', body)
      if (replyTo) form.append('reply_to', replyTo)
      const sent = await sendFiles(`/api/chat/${conversationId}/send/`, form, files, { ...sending, refreshAccess })
      showMessage(queries, api, conversationId, sent as Message, me)
    },
  })
}

/** Live longer than the form while they hold files: looking into another conversation loses none. */
const composers = new Map<string, Composer>()

export function useComposer(conversationId: string, me: string, refreshAccess: RefreshAccess) {
  const context = useApp()
  const name = `${me} ${conversationId}`
  const [composer] = useState(() => composers.get(name) ?? newComposer(context, conversationId, me, refreshAccess))
  useEffect(() => {
    composers.set(name, composer)
    return () => {
      if (!composer.isNeeded()) composers.delete(name)
    }
  }, [name, composer])
  return { composer, state: useSyncExternalStore(composer.subscribe, composer.get) }
}
