import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useId, useMemo, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/calls.ts'
import { type Quote, quoteForm, type Request } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { numberText } from '#web/lib/number-text.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DraftNotice } from '#web/ui/draft-notice.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { dateAfter } from '../dates.ts'
import { focusFirstError, messagesOf } from '../field-errors.ts'
import { useStoredDraft } from '../use-stored-draft.ts'
import { lineForms, linesObject } from '../words.ts'
import { lineColumns, QuoteLineRow } from './quote-line.tsx'
import {
  bodyOf,
  changesSince,
  initialValues,
  type LineValues,
  nameOfLine,
  type QuoteValues,
  restoredValues,
  runningTotal,
} from './quote-values.ts'

interface QuoteFormProps {
  request: Request
  options: AnswerOf<'GET /requests/:id/options/'>
  /** The company's last revision; `null`: it has not answered yet. */
  last: Quote | null
  /** Of whom the draft is. */
  userId: string
  onSent: (quote: Quote) => void
  /** Back to what was sent; only with a last revision. */
  onCancel?: () => void
}

/** How long an offer is valid unless its company says otherwise, in days. */
const usualDays = 14

const columns = ['№', 'Просят', 'Предлагаем', 'Цена, ₽', 'Количество', 'Сумма']

/** What the company offers for each line of a request. */
export function QuoteForm({ request, options, last, userId, onSent, onCancel }: QuoteFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [initial] = useState(() => {
    const enough = dateAfter(usualDays)
    const deadline = request.deadline.slice(0, 10)
    return initialValues(request, options, last, deadline > enough ? deadline : enough)
  })
  const draft = useStoredDraft({
    name: `quote.${userId}.${request.id}.${last?.revision ?? 0}`,
    initial,
    restore: stored => restoredValues(stored, initial),
  })
  const { values, setValues } = draft
  const [errors, setErrors] = useState<Messages>({})
  const [isAsked, setAsked] = useState(false)
  const totals = runningTotal(values)

  const send = useMutation({
    mutationFn: ({ body }: ReturnType<typeof bodyOf>) =>
      api.call('POST /requests/:id/quote/', { params: { id: request.id }, body }),
    onSuccess: quote => {
      draft.finish()
      showToast({ message: last ? 'Новая редакция отправлена' : 'Предложение отправлено' })
      void queries.invalidateQueries({ queryKey: tradeKey })
      onSent(quote)
      // The form was long, and what was sent stands at the start.
      requestAnimationFrame(() => window.scrollTo({ top: 0 }))
    },
    onError: (error, { ids }) => showErrors(namesOf(messagesOfAnswer(error), ids)),
    onSettled: () => setAsked(false),
  })

  function showErrors(messages: Messages): void {
    setErrors(messages)
    focusFirstError(form.current)
  }

  function check(): void {
    const made = bodyOf(values, request)
    const { error } = quoteForm.safeParse(made.body)
    if (error) showErrors(namesOf(messagesOf(error), made.ids))
    else {
      setErrors({})
      setAsked(true)
    }
  }

  const field = (name: 'delivery_price' | 'unloading_price' | 'valid_until' | 'note') => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => setValues(now => ({ ...now, [name]: value })),
  })
  const rubles = (name: 'delivery_price' | 'unloading_price') => ({
    ...field(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onBlur: () => setValues(now => ({ ...now, [name]: numberText(now[name]) })),
  })
  const general = ['', 'lines'].flatMap(name => errors[name] ?? [])
  const inLines = Object.keys(errors).filter(name => name.includes('.') && !name.startsWith('lines'))
  const changed = last ? changesSince(initial, values).length : 0

  return (
    <form
      ref={form}
      noValidate
      aria-label={last ? 'Новая редакция предложения' : 'Предложение'}
      onSubmit={event => {
        event.preventDefault()
        if (!send.isPending) check()
      }}
    >
      {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
      <FormErrors
        messages={[
          ...general,
          ...(inLines.length > 0 ? [`Поправьте ${counted(inLines.length, ['поле', 'поля', 'полей'])} в строках`] : []),
        ]}
      />
      <Lines request={request} options={options} last={last} values={values} errors={errors} setValues={setValues} />
      <p className="mt-2 text-sm text-muted max-lg:hidden">
        Enter в поле цены — к следующей строке, Shift+Enter — к предыдущей. В конце строки: карандаш — примечание,
        стрелка — замена, крестик — не предлагаем.
      </p>
      <div className="mt-6 grid gap-x-5 gap-y-4 sm:grid-cols-3">
        <TextField label="Доставка, ₽" hint="0 — бесплатно, пусто — не возим" {...rubles('delivery_price')} />
        <TextField label="Разгрузка, ₽" hint="0 — бесплатно, пусто — без разгрузки" {...rubles('unloading_price')} />
        <TextField type="date" label="Предложение действует до" required min={dateAfter(0)} {...field('valid_until')} />
        <TextArea
          className="sm:col-span-3"
          label="Примечание к предложению"
          hint="Условия оплаты, когда можно забрать, скидки"
          rows={3}
          {...field('note')}
        />
      </div>
      <SendBar totals={totals} changed={last ? changed : null} busy={send.isPending} onCancel={onCancel} />
      <SendDialog
        open={isAsked}
        totals={totals}
        isRevision={last !== null}
        busy={send.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() => send.mutate(bodyOf(values, request))}
      />
    </form>
  )
}

interface LinesProps extends Pick<QuoteFormProps, 'request' | 'options' | 'last'> {
  values: QuoteValues
  errors: Messages
  setValues: Dispatch<SetStateAction<QuoteValues>>
}

/** The lines of the request, of which only the one that changes is rendered again. */
function Lines({ request, options, last, values, errors, setValues }: LinesProps) {
  const changeLine = useLineChange(setValues)
  const optionsOf = useMemo(() => new Map(options.map(({ line, options: some }) => [line, some])), [options])
  const saidOf = useMemo(() => new Map(last?.lines.map(line => [line.line, line])), [last])
  const errorsOf = (id: string) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(errors).flatMap(([name, text]) =>
          name.startsWith(`${id}.`) ? [[name.slice(id.length + 1), text]] : [],
        ),
      ),
    )
  return (
    <div className="mt-3 rounded-lg border border-line bg-surface">
      <div
        aria-hidden
        className={`sticky top-16 z-10 hidden rounded-t-lg border-b-2 border-ink/70 bg-surface px-4 py-2 text-sm font-semibold lg:grid ${lineColumns}`}
      >
        {columns.map((name, at) => (
          <span key={name} className={at > 2 ? 'text-right' : undefined}>
            {name}
          </span>
        ))}
      </div>
      <ol>
        {request.lines.map(line => {
          const lineValues = values.lines[line.id]
          return (
            lineValues && (
              <li key={line.id}>
                <QuoteLineRow
                  line={line}
                  options={optionsOf.get(line.id) ?? none}
                  values={lineValues}
                  errors={errorsOf(line.id)}
                  said={saidOf.get(line.id) ?? null}
                  isStrict={!request.substitutes_allowed}
                  onChange={changeLine}
                />
              </li>
            )
          )
        })}
      </ol>
    </div>
  )
}

const none: never[] = []

const namesOf = (messages: Messages, ids: readonly string[]): Messages =>
  Object.fromEntries(Object.entries(messages).map(([name, text]) => [nameOfLine(name, ids), text]))

/** The same function at every render, so that only the changed line is rendered again. */
function useLineChange(setValues: Dispatch<SetStateAction<QuoteValues>>) {
  return useCallback(
    (id: string, change: (values: LineValues) => LineValues) =>
      setValues(now => {
        const line = now.lines[id]
        return line ? { ...now, lines: { ...now.lines, [id]: change(line) } } : now
      }),
    [setValues],
  )
}

interface SendBarProps {
  totals: ReturnType<typeof runningTotal>
  /** Lines that differ from the last revision; `null`: there is none. */
  changed: number | null
  busy: boolean
  onCancel: (() => void) | undefined
}

/** What it comes to so far, always in sight, and the button. */
function SendBar({ totals: { offered, open, total }, changed, busy, onCancel }: SendBarProps) {
  return (
    <div className="sticky bottom-14 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:mx-0 sm:px-0 md:bottom-0">
      <p className="grow">
        <span className="text-xl font-semibold whitespace-nowrap tabular-nums">{formatPrice(total)}</span>{' '}
        <span className="text-sm text-muted">
          {counted(offered, lineForms)} с ценой{open > 0 && `, без ответа ${open}`}
          {changed !== null && `, изменено ${changed}`}
        </span>
      </p>
      <div className="flex gap-3 max-sm:w-full">
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Не менять
          </Button>
        )}
        <Button type="submit" busy={busy} className="max-sm:grow">
          {changed === null ? 'Отправить предложение' : 'Отправить редакцию'}
        </Button>
      </div>
    </div>
  )
}

interface SendDialogProps {
  open: boolean
  totals: ReturnType<typeof runningTotal>
  isRevision: boolean
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** What the buyer will get, before it cannot be taken back. */
function SendDialog({ open, totals, isRevision, busy, onClose, onConfirm }: SendDialogProps) {
  const id = useId()
  const left = totals.open + totals.declined
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isRevision ? 'Отправить новую редакцию?' : 'Отправить предложение?'}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Вернуться
          </Button>
          <Button busy={busy} aria-describedby={id} onClick={onConfirm}>
            Отправить
          </Button>
        </>
      }
    >
      <div id={id} className="grid gap-2">
        <p>
          {counted(totals.offered, lineForms)} на{' '}
          <strong className="font-semibold whitespace-nowrap">{formatPrice(totals.total)}</strong>
          {totals.total !== totals.lines && ', с доставкой и разгрузкой'}.
        </p>
        {left > 0 && (
          <p className={totals.open > 0 ? 'text-accent-strong' : 'text-muted'}>
            {totals.open > 0 && `Без ответа: ${counted(totals.open, lineForms)}. `}
            Покупатель увидит, что {counted(left, linesObject)} вы не предлагаете.
          </p>
        )}
        <p className="text-sm text-muted">
          {isRevision
            ? 'Прежняя редакция останется видна покупателю.'
            : 'Отправленное не изменить, но до срока можно прислать новую редакцию. Другие компании ваших цен не видят.'}
        </p>
      </div>
    </Dialog>
  )
}
