import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { postLimits } from '#contract/post-forms.ts'
import type { Post } from '#contract/posts.ts'
import type { Project } from '#contract/projects.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { DraftNotice } from '#web/ui/draft-notice.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { tradeKey } from '../api.ts'
import { dateAfter } from '../dates.ts'
import { focusFirstError } from '../field-errors.ts'
import { useStoredDraft } from '../use-stored-draft.ts'
import { askedLines, initialAsk, restoredAsk } from './ask-values.ts'
import { LineChoice } from './line-choice.tsx'
import { wantedText } from './wanted-text.ts'

interface WantedFormProps {
  project: Project
  /** Of whom the draft is. */
  userId: string
  onPosted: (post: Post) => void
}

interface WantedValues {
  without: string[]
  /** As a person has written it; `null`: as it is made of the lines. */
  body: string | null
  deadline: string
  isPrivate: boolean
}

/** A «куплю» in the feed, made from a project's lines: its author reads and edits it before it is posted. */
export function WantedForm({ project, userId, onPosted }: WantedFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Messages>({})
  const [initial] = useState((): WantedValues => ({
    without: [],
    body: null,
    deadline: initialAsk(project).deadline,
    isPrivate: false,
  }))
  const draft = useStoredDraft<WantedValues>({
    name: `wanted.${userId}.${project.id}`,
    initial,
    restore: stored => restoredAsk(stored, initial),
  })
  const { values, setValues } = draft
  const change = (some: Partial<WantedValues>) => setValues(now => ({ ...now, ...some }))
  const lines = askedLines(project, values)
  const made = wantedText(lines, project.place ? placeName(project.place) : '')
  const body = values.body ?? made

  const send = useMutation({
    mutationFn: () =>
      api.call('POST /posts/create/', {
        body: {
          body,
          project: project.id,
          lines: lines.map(({ id }) => id),
          is_private: values.isPrivate,
          ...(values.deadline && { deadline: new Date(values.deadline).toISOString() }),
        },
      }),
    onSuccess: post => {
      draft.finish()
      void queries.invalidateQueries({ queryKey: tradeKey })
      onPosted(post)
    },
    onError: error => showErrors(messagesOfAnswer(error)),
  })

  function showErrors(messages: Messages): void {
    setErrors(messages)
    focusFirstError(form.current)
  }

  function submit(): void {
    const messages: Messages = {
      ...(lines.length === 0 && { lines: 'Выберите хотя бы одну строку' }),
      ...(body.trim() === '' && { body: 'Напишите что-нибудь' }),
      ...(body.length > postLimits.body && {
        body: `Не длиннее ${postLimits.body.toLocaleString('ru-RU')} знаков`,
      }),
    }
    setErrors({})
    if (Object.keys(messages).length > 0) showErrors(messages)
    else send.mutate()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Запись «куплю»"
      className="grid gap-6"
      onSubmit={event => {
        event.preventDefault()
        if (!send.isPending) submit()
      }}
    >
      {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
      <FormErrors messages={['', 'project'].flatMap(name => errors[name] ?? [])} />
      <Card>
        <h2 className="mb-3 text-xl">Что нужно</h2>
        <LineChoice
          lines={project.lines}
          without={values.without}
          error={errors.lines}
          onChange={without => change({ without })}
        />
      </Card>
      <Card>
        <h2 className="mb-3 text-xl">Запись</h2>
        <PostText own={values.body} made={made} error={errors.body} onChange={own => change({ body: own })} />
        <div className="mt-4 grid gap-x-5 gap-y-3 sm:grid-cols-2">
          <TextField
            type="datetime-local"
            label="Ждём предложений до"
            min={`${dateAfter(0)}T00:00`}
            value={values.deadline}
            error={errors.deadline}
            onChange={event => change({ deadline: event.target.value })}
          />
          <div className="self-end">
            <CheckboxField
              label="Для друзей"
              hint="Запись увидят и ответят на неё только ваши друзья"
              checked={values.isPrivate}
              onChange={event => change({ isPrivate: event.target.checked })}
            />
          </div>
        </div>
      </Card>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={send.isPending} className="max-sm:w-full">
          Опубликовать
        </Button>
        <p className="max-w-prose text-sm text-muted">
          Питомник ответит объявлением или предложением с ценами. Предложения видите только вы: питомники не знают друг
          о друге.
        </p>
      </div>
    </form>
  )
}

interface PostTextProps {
  /** As a person has written it; `null`: as it is made of the lines. */
  own: string | null
  made: string
  error: string | undefined
  onChange: (own: string | null) => void
}

function PostText({ own, made, error, onChange }: PostTextProps) {
  /** The person's own text while it is replaced by the one that is made of the lines. */
  const [setAside, putAside] = useState<string | null>(null)
  return (
    <>
      <TextArea
        label="Текст записи"
        hint="Так её увидят в ленте. Цен здесь нет: их назовут питомники."
        rows={8}
        value={own ?? made}
        error={error}
        onChange={event => onChange(event.target.value)}
      />
      {own !== null ? (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            putAside(own)
            onChange(null)
          }}
          className="-ml-3"
        >
          Составить заново из строк
        </Button>
      ) : (
        setAside !== null && (
          <Button variant="quiet" size="sm" onClick={() => onChange(setAside)} className="-ml-3">
            Вернуть мой текст
          </Button>
        )
      )}
    </>
  )
}
