import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { type Request, requestForm } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { showToast } from '#web/ui/toast.ts'
import { requestQuery, tradeKey } from '../api.ts'
import { focusFirstError, messagesOf } from '../field-errors.ts'
import { useStoredDraft } from '../use-stored-draft.ts'
import { toCompanies } from '../words.ts'
import {
  type Again,
  type AskValues,
  askAgain,
  askedCompanies,
  askedLines,
  bodyOfAsk,
  initialAsk,
  restoredAsk,
} from './ask-values.ts'
import { useCandidates } from './use-candidates.ts'

export interface AskOptions {
  project: Project
  /** Of whom the draft is. */
  userId: string
  /** What has changed since an earlier request, which goes to the same companies. */
  again?: Again | undefined
  onSent: (request: Request) => void
}

/** A request that is being written: its draft, whom it would go to, and sending it. */
export function useAsk({ project, userId, again, onSent }: AskOptions, form: RefObject<HTMLFormElement | null>) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [initial] = useState(() => (again ? askAgain(project, again) : initialAsk(project)))
  const [errors, setErrors] = useState<Messages>({})
  const draft = useStoredDraft({
    name: `ask.${userId}.${project.id}${again ? `.${again.earlier.id}` : ''}`,
    initial,
    restore: stored => restoredAsk(stored, initial),
  })
  const { values, setValues } = draft
  const lines = askedLines(project, values).map(({ id }) => id)
  const candidates = useCandidates(project.id, lines)
  const companies = askedCompanies(values, project, candidates.data)
  const change = (some: Partial<AskValues>) => setValues(now => ({ ...now, ...some }))

  const send = useMutation({
    mutationFn: () => api.call('POST /requests/', { body: bodyOfAsk(values, project, companies) }),
    onSuccess: request => {
      draft.finish()
      queries.setQueryData(requestQuery(api, request.id).queryKey, request)
      void queries.invalidateQueries({ queryKey: tradeKey })
      showToast({ message: `Запрос отправлен ${counted(request.companies?.length ?? 0, toCompanies)}` })
      onSent(request)
    },
    onError: error => showErrors(messagesOfAnswer(error)),
  })

  function showErrors(messages: Messages): void {
    setErrors(messages)
    focusFirstError(form.current)
  }

  function submit(): void {
    const { error } = requestForm.safeParse(bodyOfAsk(values, project, companies))
    const messages: Messages = {
      ...(error && messagesOf(error)),
      ...(lines.length === 0 && { lines: 'Выберите хотя бы одну строку' }),
      ...(!values.place && values.placeText !== '' && { place: 'Выберите место из списка' }),
    }
    if (Object.keys(messages).length > 0) showErrors(messages)
    else {
      setErrors({})
      send.mutate()
    }
  }

  return { draft, change, lines, candidates, companies, errors, isSending: send.isPending, submit }
}
