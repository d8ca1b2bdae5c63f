import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat.ts'
import type { Problem } from '#contract/errors.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { sendForm } from '#web/lib/send-form.ts'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import { showMessage } from './chat-cache.ts'
import { type Composer, createComposer, NotSent } from './composer.ts'

export type RefreshAccess = () => Promise<boolean>

function keptText(draftName: string): string {
  const draft = readDraft(draftName) as { body?: unknown } | null
  return typeof draft?.body === 'string' ? draft.body : ''
}

/** The faults of files by index, `files.2` on the wire. */
function faultsOf(fields: Problem['fields'] = {}): Map<number, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, errors]) => {
      const index = /^files\.(\d+)$/.exec(name)?.[1]
      return index === undefined ? [] : [[Number(index), errors[0]?.message ?? ''] as const]
    }),
  )
}

function newComposer({ api, queries }: AppContext, conversationId: string, me: string, refreshAccess: RefreshAccess) {
  const draftName = `message.${me}.${conversationId}`
  return createComposer({
    body: keptText(draftName),
    keep: body => writeDraft(draftName, body.trim() ? { body } : null),
    async send({ id, body, files }, sending) {
      const form = new FormData()
      form.append('id', id)
      form.append('body', body)
      for (const file of files) {
        const prepared = file.type.startsWith('image/') ? await scaleDown(file) : file
        form.append('files', prepared, file.name)
      }
      const { status, body: answer } = await sendForm(`/api/chat/${conversationId}/send/`, form, sending, refreshAccess)
      if (status === 0) throw new NotSent('Нет связи с сервером. Ничего не пропало: отправьте ещё раз.')
      if (status === 201) return showMessage(queries, api, conversationId, answer as Message, me)
      const problem = answer as Problem | null
      const detail = problem?.fields?.files?.[0]?.message ?? problem?.fields?.body?.[0]?.message ?? problem?.detail
      throw new NotSent(detail ?? 'Сервер ответил непонятно. Отправьте ещё раз.', faultsOf(problem?.fields))
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
