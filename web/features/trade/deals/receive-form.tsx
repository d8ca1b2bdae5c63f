import { useRef, useState } from 'react'
import { attachedFilesMax } from '#contract/attached-files.ts'
import type { Deal, DealLine } from '#contract/deals.ts'
import { claimReasons, type Delivery, deliveryLimits } from '#contract/deliveries.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { acceptedFiles } from '#web/ui/files/composer.ts'
import { type RefreshAccess, sendFiles } from '#web/ui/files/send-files.ts'
import { Paperclip } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useKeptDraft } from '../use-kept-draft.ts'
import { quantityText } from '../words.ts'
import { reasonNames } from './delivery-words.ts'
import {
  fullReceipt,
  missingOf,
  type ReceiptValues,
  type ReceivedLine,
  receiptBody,
  restoredReceipt,
} from './receive-values.ts'

interface ReceiveFormProps {
  deal: Deal
  delivery: Delivery
  refreshAccess: RefreshAccess
  onReceived: (changed: Deal) => void
  onCancel: () => void
}

/** Line by line, what arrived in order; the rest becomes a claim. What is typed survives a lost connection. */
export function ReceiveForm({ deal, delivery, refreshAccess, onReceived, onCancel }: ReceiveFormProps) {
  const draft = useKeptDraft<ReceiptValues>({
    name: `receipt.${delivery.id}`,
    initial: fullReceipt(delivery),
    restore: stored => restoredReceipt(stored, delivery),
  })
  const [files, setFiles] = useState<Map<string, File[]>>(new Map())
  const [error, setError] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const lineOf = new Map(deal.lines.map(line => [line.line, line]))
  const change = (line: string, to: Partial<ReceivedLine>) =>
    draft.setValues(now => ({ ...now, [line]: { ...(now[line] as ReceivedLine), ...to } }))

  async function send() {
    const counts = new Map([...files].map(([line, own]) => [line, own.length]))
    const lines = receiptBody(delivery, draft.values, counts)
    if (!lines) return setError('Проверьте количество: в каждой строке не больше, чем передали')
    const chosen = lines.flatMap(({ line, claim }) => (claim ? (files.get(line) ?? []) : []))
    if (chosen.length > attachedFilesMax) return setError(`Не больше ${attachedFilesMax} снимков за раз`)
    setError('')
    setProgress(0)
    try {
      const form = new FormData()
      form.append('delivery', delivery.id)
      form.append('lines', JSON.stringify(lines))
      const sending = { onProgress: setProgress, signal: new AbortController().signal, refreshAccess }
      const changed = (await sendFiles(`/api/deals/${deal.id}/receive/`, form, chosen, sending)) as Deal
      draft.finish()
      showToast({ message: lines.some(({ claim }) => claim) ? 'Принято, о претензиях сообщили' : 'Принято' })
      onReceived(changed)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Не удалось отправить')
    } finally {
      setProgress(null)
    }
  }

  return (
    <form
      noValidate
      aria-label={`Приёмка поставки ${delivery.number}`}
      className="mt-3 grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <ul className="grid gap-4">
        {delivery.lines.map(({ line, quantity }) => {
          const typed = draft.values[line]
          const of = lineOf.get(line)
          return typed && of ? (
            <Line
              key={line}
              line={of}
              handed={quantity}
              typed={typed}
              files={files.get(line) ?? []}
              onChange={to => change(line, to)}
              onFiles={own => setFiles(now => new Map(now).set(line, own))}
            />
          ) : null
        })}
      </ul>
      {error && (
        <div role="alert">
          <FieldError id={`receipt-${delivery.id}-error`}>{error}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={progress !== null} className="max-sm:grow">
          Принять
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:grow">
          Отмена
        </Button>
      </div>
    </form>
  )
}

interface LineProps {
  line: DealLine
  handed: number
  typed: ReceivedLine
  files: File[]
  onChange: (to: Partial<ReceivedLine>) => void
  onFiles: (files: File[]) => void
}

function Line({ line, handed, typed, files, onChange, onFiles }: LineProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const missing = missingOf(handed, typed)
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-40 wrap-anywhere">
          <span className="block font-semibold">{line.name}</span>
          <span className="block text-sm text-muted">
            {[line.label, `передали ${quantityText(handed, line.unit)}`].filter(Boolean).join(' · ')}
          </span>
        </p>
        <TextField
          label="Принято"
          aria-label={`Принято: ${line.name}`}
          inputMode="decimal"
          autoComplete="off"
          className="w-28"
          inputClassName="tabular-nums"
          value={typed.quantity}
          error={missing === null ? `От 0 до ${handed}` : undefined}
          onChange={event => onChange({ quantity: event.target.value })}
        />
      </div>
      {missing !== null && missing > 0 && (
        <fieldset className="grid gap-3 border-t border-line pt-3">
          <legend className="sr-only">Претензия: {line.name}</legend>
          <p className="text-sm font-semibold text-danger">В претензию: {quantityText(missing, line.unit)}</p>
          <SelectField
            label="Что не так"
            value={typed.reason}
            onChange={event => onChange({ reason: event.target.value as ReceivedLine['reason'] })}
          >
            {claimReasons.map(reason => (
              <option key={reason} value={reason}>
                {reasonNames[reason]}
              </option>
            ))}
          </SelectField>
          <TextArea
            label="Подробности"
            rows={2}
            error={
              typed.text.length > deliveryLimits.claimText ? `Не длиннее ${deliveryLimits.claimText} знаков` : undefined
            }
            value={typed.text}
            onChange={event => onChange({ text: event.target.value })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <input
              ref={chooser}
              type="file"
              multiple
              accept={acceptedFiles}
              aria-label={`Снимки: ${line.name}`}
              tabIndex={-1}
              className="sr-only"
              onChange={event => onFiles([...(event.target.files ?? [])])}
            />
            <Button variant="secondary" onClick={() => chooser.current?.click()}>
              <Paperclip size={18} />
              Снимки
            </Button>
            {files.length > 0 && (
              <span className="min-w-0 text-sm wrap-anywhere text-muted">
                {files.map(({ name }) => name).join(', ')}
              </span>
            )}
          </div>
        </fieldset>
      )}
    </li>
  )
}
