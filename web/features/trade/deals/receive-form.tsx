import { useState } from 'react'
import { attachedFilesMax } from '#contract/attached-files.ts'
import type { Deal, DealLine } from '#contract/deals.ts'
import { claimReasons, type Delivery, deliveryLimits } from '#contract/deliveries.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { readDraft } from '#web/ui/drafts.ts'
import { FieldError } from '#web/ui/field.tsx'
import { type RefreshAccess, sendFiles } from '#web/ui/files/send-files.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useStoredDraft } from '../use-stored-draft.ts'
import { quantityText } from '../words.ts'
import { ClaimPictures } from './claim-pictures.tsx'
import { CountedLine, CountedLines } from './counted-lines.tsx'
import { reasonNames } from './delivery-words.ts'
import {
  fullReceipt,
  missingOf,
  type ReceiptValues,
  type ReceivedLine,
  receiptBody,
  restoredReceipt,
} from './receive-values.ts'
import { useStoredPictures } from './use-stored-pictures.ts'

/** The name of what is kept in this browser of a receipt. */
const receiptDraft = (delivery: string) => `receipt.${delivery}`

/** Whether somebody has begun to receive this delivery here. */
export const isReceiptBegun = (delivery: string) => readDraft(receiptDraft(delivery)) !== null

interface ReceiveFormProps {
  deal: Deal
  delivery: Delivery
  refreshAccess: RefreshAccess
  onReceived: (changed: Deal) => void
  onCancel: () => void
}

/**
 * Line by line, what arrived in order; the rest becomes a claim. What is typed and photographed survives a lost connection
 * and a page that is loaded anew.
 */
export function ReceiveForm({ deal, delivery, refreshAccess, onReceived, onCancel }: ReceiveFormProps) {
  const { api } = useApp()
  const pictures = useStoredPictures(receiptDraft(delivery.id))
  const draft = useStoredDraft<ReceiptValues>({
    name: receiptDraft(delivery.id),
    initial: fullReceipt(delivery),
    restore: stored => restoredReceipt(stored, delivery),
  })
  const [error, setError] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const lineOf = new Map(deal.lines.map(line => [line.line, line]))
  const change = (line: string, to: Partial<ReceivedLine>) =>
    draft.setValues(now => ({ ...now, [line]: { ...(now[line] as ReceivedLine), ...to } }))

  function finish(changed: Deal, message: string): void {
    draft.finish()
    pictures.finish()
    showToast({ message })
    onReceived(changed)
  }

  /** What the server has of it, if it was received after all and only the answer was lost. */
  async function receivedMeanwhile(): Promise<Deal | null> {
    const now = await api.call('GET /deals/:id/', { params: { id: deal.id } }).catch(() => null)
    return now?.deliveries.some(({ id, received_at }) => id === delivery.id && received_at !== null) ? now : null
  }

  async function send() {
    const counts = new Map(delivery.lines.map(({ line }) => [line, pictures.of(line).length]))
    const lines = receiptBody(delivery, draft.values, counts)
    if (!lines) return setError('Проверьте количество: в каждой строке не больше, чем передали')
    const chosen = lines.flatMap(({ line, claim }) => (claim ? pictures.of(line) : []))
    if (chosen.length > attachedFilesMax) return setError(`Не больше ${attachedFilesMax} снимков за раз`)
    setError('')
    setProgress(0)
    try {
      const form = new FormData()
      form.append('delivery', delivery.id)
      form.append('lines', JSON.stringify(lines))
      const sending = { onProgress: setProgress, signal: new AbortController().signal, refreshAccess }
      const changed = (await sendFiles(`/api/deals/${deal.id}/receive/`, form, chosen, sending)) as Deal
      finish(changed, lines.some(({ claim }) => claim) ? 'Принято, о претензиях сообщили' : 'Принято')
    } catch (failure) {
      const changed = await receivedMeanwhile()
      if (changed) finish(changed, 'Эта поставка уже принята')
      else setError(failure instanceof Error ? failure.message : 'Не удалось отправить')
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
        // What is wrong may be screens above the button.
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
        void send()
      }}
    >
      <CountedLines head="Принято">
        {delivery.lines.map(({ line, quantity }) => {
          const typed = draft.values[line]
          const of = lineOf.get(line)
          return typed && of ? (
            <Line
              key={line}
              line={of}
              handed={quantity}
              typed={typed}
              files={pictures.of(line)}
              onChange={to => change(line, to)}
              onFiles={own => pictures.change(line, own)}
            />
          ) : null
        })}
      </CountedLines>
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
  files: readonly File[]
  onChange: (to: Partial<ReceivedLine>) => void
  onFiles: (files: readonly File[]) => void
}

function Line({ line, handed, typed, files, onChange, onFiles }: LineProps) {
  const missing = missingOf(handed, typed)
  return (
    <CountedLine
      name={line.name}
      facts={[line.label, `передали ${quantityText(handed, line.unit)}`].filter(Boolean).join(' · ')}
      field={
        <TextField
          label={<span className="sm:sr-only">Принято</span>}
          aria-label={`Принято: ${line.name}`}
          inputMode="decimal"
          autoComplete="off"
          className="w-28"
          inputClassName="tabular-nums"
          value={typed.quantity}
          error={missing === null ? `От 0 до ${handed}` : undefined}
          onChange={event => onChange({ quantity: event.target.value })}
        />
      }
    >
      {missing !== null && missing > 0 && (
        <fieldset className="grid gap-3 pb-2">
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
          <ClaimPictures of={line.name} files={files} onChange={onFiles} />
        </fieldset>
      )}
    </CountedLine>
  )
}
