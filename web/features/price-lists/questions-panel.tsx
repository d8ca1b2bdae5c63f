import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { PriceListQuestion } from '#contract/price-lists.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Check, CircleHelp, PencilLine } from '#web/ui/icons.ts'
import { rowForms } from './words.ts'

interface QuestionsPanelProps {
  questions: readonly PriceListQuestion[]
  /** Names the sheet too. */
  hasSheets: boolean
  /** The list is being read with an answer. */
  busy: boolean
  /** `null`: nothing can be answered any more. Throws what was refused. */
  onAnswer: ((question: string, value: string) => Promise<void>) | null
}

/** What only a person can say of a list: one answer for all rows that hang on it. */
export function QuestionsPanel({ questions, hasSheets, busy, onAnswer }: QuestionsPanelProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  /** Answered questions that are answered anew. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** The one that was folded last. */
  const [folded, setFolded] = useState<string | null>(null)

  // The button that was pressed goes with its card.
  useLayoutEffect(() => {
    if (folded === null || document.activeElement !== document.body) return
    const item = [...(list.current?.children ?? [])].find(one => one.getAttribute('data-question') === folded)
    item?.querySelector<HTMLElement>('[data-reopen]')?.focus({ preventScroll: true })
  })

  if (questions.length === 0) return null
  const open = questions.filter(({ answer }) => answer === null)

  function toggle(question: string, isOpen: boolean) {
    setOpened(before => new Set(isOpen ? [...before, question] : [...before].filter(other => other !== question)))
  }

  return (
    <section aria-labelledby={id} aria-busy={busy}>
      <h2 id={id} className="mb-1 text-2xl">
        {open.length > 0 ? 'Сначала ответьте' : 'Ваши ответы'}
      </h2>
      <p className="mb-3 max-w-prose text-muted">
        {open.length > 0
          ? 'Ответ подойдёт всем строкам сразу, и в следующих таких файлах не спросим. Без него эти строки не публикуем.'
          : 'Их помним для следующих таких файлов. Изменить можно, пока прайс-лист не применён.'}
      </p>
      <output className="sr-only">
        {folded !== null && !busy
          ? open.length > 0
            ? `Прочитали с ответом. Осталось вопросов: ${open.length}.`
            : 'Прочитали с ответом. Вопросов не осталось.'
          : ''}
      </output>
      <ul ref={list} className="grid gap-3">
        {questions.map(question => {
          const { id: key, answer } = question
          const isFolded = answer !== null && !opened.has(key)
          return (
            <li key={key} data-question={key} className="min-w-0">
              {isFolded || !onAnswer ? (
                <Answered
                  question={question}
                  onReopen={
                    onAnswer && answer !== null
                      ? () => {
                          setFolded(null)
                          toggle(key, true)
                        }
                      : null
                  }
                />
              ) : (
                <Asked
                  question={question}
                  hasSheets={hasSheets}
                  busy={busy}
                  onAnswer={async value => {
                    await onAnswer(key, value)
                    setFolded(key)
                    toggle(key, false)
                  }}
                  onCancel={
                    answer === null
                      ? null
                      : () => {
                          setFolded(key)
                          toggle(key, false)
                        }
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** «Лист1, столбец 3. Ждут ответа 57 строк» */
function placeText({ sheet, column, rows }: PriceListQuestion, hasSheets: boolean): string {
  const place = [hasSheets ? sheet : '', column === null ? '' : `столбец ${column + 1}`].filter(Boolean).join(', ')
  const waiting = `от ответа зависит ${counted(rows, rowForms)}`
  return place === '' ? capital(waiting) : `${capital(place)}: ${waiting}`
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A question that was answered, in a line. */
function Answered({ question, onReopen }: { question: PriceListQuestion; onReopen: (() => void) | null }) {
  const { text, options, answer } = question
  const label = options.find(({ value }) => value === answer)?.label
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line bg-surface px-4 py-1.5 sm:px-5">
      <p className="flex min-w-0 grow basis-64 items-start gap-2.5 py-1.5">
        {label === undefined ? (
          <CircleHelp size={20} className="mt-0.5 shrink-0 text-accent" />
        ) : (
          <Check size={20} className="mt-0.5 shrink-0 text-success" />
        )}
        <span className="min-w-0 wrap-anywhere">
          <span className="text-muted">{text}</span> <strong className="font-semibold">{label ?? 'без ответа'}</strong>
        </span>
      </p>
      {onReopen && (
        <Button
          variant="quiet"
          size="sm"
          data-reopen
          aria-label={`Изменить ответ: ${text}`}
          onClick={onReopen}
          className="-mr-3"
        >
          <PencilLine size={16} />
          Изменить
        </Button>
      )}
    </div>
  )
}

interface AskedProps {
  question: PriceListQuestion
  hasSheets: boolean
  busy: boolean
  onAnswer: (value: string) => Promise<void>
  /** `null`: it was not answered before. */
  onCancel: (() => void) | null
}

function Asked({ question, hasSheets, busy, onAnswer, onCancel }: AskedProps) {
  const id = useId()
  const { text, options, answer } = question
  const [chosen, setChosen] = useState(answer)
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)

  async function send() {
    if (chosen === null) return setError('Выберите один из ответов')
    if (isSending || busy) return
    setSending(true)
    setError('')
    try {
      await onAnswer(chosen)
    } catch (failure) {
      setError((failure as Error).message)
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      aria-labelledby={`${id}-text`}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
      className="rounded-xl border-2 border-accent/50 bg-surface p-4 sm:p-5"
    >
      <fieldset
        aria-describedby={[`${id}-place`, error && `${id}-error`].filter(Boolean).join(' ')}
        className="min-w-0"
      >
        <legend id={`${id}-text`} className="text-lg font-semibold wrap-anywhere">
          {text}
        </legend>
        <p id={`${id}-place`} className="mb-2 text-sm wrap-anywhere text-muted">
          {placeText(question, hasSheets)}
        </p>
        <div className="grid gap-1">
          {options.map(({ value, label, sample }) => (
            <label
              key={value}
              className={clsx(
                '-mx-2 flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2 py-2',
                // Not under the pointer: the next question comes to where the last one was answered.
                chosen === value && 'bg-leaf-soft',
              )}
            >
              <input
                type="radio"
                name={id}
                value={value}
                checked={chosen === value}
                onChange={() => {
                  setChosen(value)
                  setError('')
                }}
                className="mt-0.5 size-5 shrink-0 accent-leaf"
              />
              <span className="grid min-w-0 grow gap-x-6 wrap-anywhere sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <span>{label}</span>
                {sample !== '' && <span className="text-sm text-muted sm:text-base">{sample}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {error !== '' && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" busy={isSending || busy} className="max-sm:w-full">
          Ответить
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Оставить как было
          </Button>
        )}
      </div>
    </form>
  )
}
