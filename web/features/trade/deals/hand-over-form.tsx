import { useMutation } from '@tanstack/react-query'
import type { Deal, DealLine } from '#contract/deals.ts'
import { deliveryLimits } from '#contract/deliveries.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useStoredDraft } from '../use-stored-draft.ts'
import { quantityText } from '../words.ts'
import { CountedLine, CountedLines } from './counted-lines.tsx'
import { useIdOf } from './use-id-of.ts'

interface HandOverValues {
  quantities: Record<string, string>
  note: string
}

/** How many of a line are still to be handed over. */
export const leftOf = ({ quantity, handed_quantity, given_up_quantity }: DealLine) =>
  (Math.round(quantity * 100) - Math.round(handed_quantity * 100) - Math.round(given_up_quantity * 100)) / 100

function restored(draft: unknown, initial: HandOverValues): HandOverValues | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { quantities, note } = draft as Partial<HandOverValues>
  if (typeof quantities !== 'object' || quantities === null) return null
  const known = Object.entries(initial.quantities).map(([line, usual]) => {
    const typed: unknown = (quantities as Record<string, unknown>)[line]
    return [line, typeof typed === 'string' ? typed : usual]
  })
  return { quantities: Object.fromEntries(known), note: typeof note === 'string' ? note : '' }
}

interface HandOverFormProps {
  deal: Deal
  onHandedOver: (changed: Deal) => void
  onCancel: () => void
}

/** A part of what is left: how many of each line are handed over now. */
export function HandOverForm({ deal, onHandedOver, onCancel }: HandOverFormProps) {
  const { api } = useApp()
  const open = deal.lines.filter(line => leftOf(line) > 0)
  const initial = {
    quantities: Object.fromEntries(open.map(line => [line.line, String(leftOf(line))])),
    note: '',
  }
  const draft = useStoredDraft<HandOverValues>({
    name: `delivery.${deal.id}.${deal.deliveries.length}`,
    initial,
    restore: stored => restored(stored, initial),
  })
  const { quantities, note } = draft.values
  const idOf = useIdOf()
  const send = useMutation({
    mutationFn: (lines: { line: string; quantity: number }[]) =>
      api.call('POST /deals/:id/hand_over/', {
        params: { id: deal.id },
        body: { id: idOf([lines, note]), lines, note },
      }),
    onSuccess: changed => {
      draft.finish()
      onHandedOver(changed)
    },
  })
  const chosen = () =>
    open.flatMap(({ line }) => {
      const typed = (quantities[line] ?? '').trim().replace(',', '.')
      return typed === '' || Number(typed) === 0 ? [] : [{ line, quantity: Number(typed) }]
    })
  /** What was refused of a line, until it is sent again. */
  function refusalOfLine(line: string): string | undefined {
    const at = send.variables?.findIndex(sent => sent.line === line) ?? -1
    return send.error instanceof ApiError ? send.error.fields[`lines.${at}.quantity`]?.[0]?.message : undefined
  }
  return (
    <form
      noValidate
      aria-label="Передать часть"
      className="mt-4 grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        send.mutate(chosen())
      }}
    >
      <CountedLines head="Передаём">
        {open.map(line => (
          <CountedLine
            key={line.line}
            name={line.name}
            facts={[line.label, `осталось ${quantityText(leftOf(line), line.unit)}`].filter(Boolean).join(' · ')}
            field={
              <TextField
                label={<span className="sm:sr-only">Передаём</span>}
                aria-label={`Передаём: ${line.name}`}
                error={refusalOfLine(line.line)}
                inputMode="decimal"
                autoComplete="off"
                className="w-28"
                inputClassName="tabular-nums"
                value={quantities[line.line] ?? ''}
                onChange={event =>
                  draft.setValues(now => ({
                    ...now,
                    quantities: { ...now.quantities, [line.line]: event.target.value },
                  }))
                }
              />
            }
          />
        ))}
      </CountedLines>
      <TextField
        label="Примечание"
        error={note.length > deliveryLimits.note ? `Не длиннее ${deliveryLimits.note} знаков` : undefined}
        value={note}
        onChange={event => draft.setValues(now => ({ ...now, note: event.target.value }))}
      />
      {send.isError && (
        <div role="alert">
          <FieldError id={`delivery-${deal.id}-error`}>{send.error.message}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={send.isPending} className="max-sm:grow">
          Передать
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:grow">
          Отмена
        </Button>
      </div>
    </form>
  )
}
