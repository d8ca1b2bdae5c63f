import { useState } from 'react'
import type { ContactPerson } from '#contract/companies.ts'
import type { Product } from '#contract/products.ts'
import { stockNames } from '#contract/stock-names.ts'
import { type Stock, stocks } from '#contract/variants.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, plants, sizes } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/control-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refusal } from './in-place-field.tsx'
import { nobody } from './own-view.ts'
import { useChangeVariants, useRefreshOwn } from './use-change-variants.ts'

const actions = {
  confirm: { name: 'Подтвердить цены и наличие', label: 'Цены и наличие актуальны' },
  price: { name: 'Изменить цены на %', label: 'Изменить цены' },
  stock: { name: 'Изменить наличие', label: 'Изменить наличие' },
  assign: { name: 'Назначить ответственного', label: 'Назначить' },
  remove: { name: 'Удалить', label: 'Удалить' },
} as const
type Action = keyof typeof actions

interface BulkBarProps {
  chosen: Product[]
  /** Employees to choose from; empty if the person may not assign. */
  members: ContactPerson[]
  onDone: () => void
}

/** Actions on all selected products, each after a confirmation with their number. */
export function BulkBar({ chosen, members, onDone }: BulkBarProps) {
  const [action, setAction] = useState<Action | null>(null)
  if (chosen.length === 0) return null
  const offered = (Object.keys(actions) as Action[]).filter(key => key !== 'assign' || members.length > 0)
  return (
    <div className="sticky bottom-14 z-30 -mx-4 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 md:bottom-0">
      <output className="font-semibold tabular-nums">Выбрано: {counted(chosen.length, plants)}</output>
      <Button variant="quiet" size="sm" onClick={onDone} className="ml-auto min-h-11">
        Снять выбор
      </Button>
      <select
        aria-label="Что сделать с выбранными"
        value=""
        onChange={event => setAction(event.target.value as Action)}
        className={`${controlStyle} sm:w-72`}
      >
        <option value="" disabled>
          Что сделать…
        </option>
        {offered.map(key => (
          <option key={key} value={key}>
            {actions[key].name}
          </option>
        ))}
      </select>
      {action && (
        <BulkDialog
          action={action}
          chosen={chosen}
          members={members}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null)
            onDone()
          }}
        />
      )}
    </div>
  )
}

interface BulkDialogProps extends BulkBarProps {
  action: Action
  onClose: () => void
}

function BulkDialog({ action, chosen, members, onClose, onDone }: BulkDialogProps) {
  const { api } = useApp()
  const change = useChangeVariants()
  const refresh = useRefreshOwn()
  const [percent, setPercent] = useState('')
  const [stock, setStock] = useState<Stock>('in_stock')
  const [date, setDate] = useState('')
  const [assignee, setAssignee] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = chosen.map(({ id }) => id)
  const variantIds = chosen.flatMap(({ variants }) => variants.map(({ id }) => id))
  const all = `${counted(chosen.length, plants)}, ${counted(variantIds.length, sizes)}`

  const work: Record<Action, () => Promise<string>> = {
    async confirm() {
      const { confirmed } = await api.call('POST /variants/confirm/', { body: { ids: variantIds } })
      return `Подтверждено: ${counted(confirmed, sizes)}`
    },
    async price() {
      return `Цены изменены: ${counted(await change({ ids: variantIds, price_percent: percent.replace('−', '-') }), sizes)}`
    },
    async stock() {
      const fields = { stock, ...(stock === 'expected' ? { available_from: date } : {}) }
      return `Наличие изменено: ${counted(await change({ changes: variantIds.map(id => ({ id, ...fields })) }), sizes)}`
    },
    async assign() {
      const { changed } = await api.call('POST /products/assign/', { body: { ids, assigned_to: assignee || null } })
      return `Назначено: ${counted(changed, plants)}`
    },
    async remove() {
      const { deleted } = await api.call('POST /products/delete/', { body: { ids } })
      return `Удалено: ${counted(deleted, plants)}`
    },
  }

  async function run() {
    setBusy(true)
    try {
      const message = await work[action]()
      await refresh()
      showToast({ message })
      onDone()
    } catch (failure) {
      setError(refusal(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${actions[action].name}?`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Отмена
          </Button>
          <Button variant={action === 'remove' ? 'danger' : 'primary'} busy={isBusy} onClick={() => void run()}>
            {actions[action].label}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          {action === 'remove'
            ? `${counted(chosen.length, plants)} исчезнут из каталога вместе со снимками. Вернуть объявления будет нельзя.`
            : `Выбрано: ${all}.`}
        </p>
        {action === 'price' && (
          <TextField
            label="На сколько процентов"
            hint="10 поднимет цены, −10 снизит. Оптовые цены меняются тоже, всё округляется до рублей."
            inputMode="text"
            value={percent}
            error={error}
            onChange={event => setPercent(event.target.value)}
          />
        )}
        {action === 'stock' && (
          <>
            <SelectField label="Наличие" value={stock} onChange={event => setStock(event.target.value as Stock)}>
              {stocks.map(value => (
                <option key={value} value={value}>
                  {stockNames[value]}
                </option>
              ))}
            </SelectField>
            {stock === 'expected' && (
              <TextField
                label="С какого числа"
                type="date"
                value={date}
                error={error}
                onChange={event => setDate(event.target.value)}
              />
            )}
          </>
        )}
        {action === 'assign' && (
          <SelectField label="Ответственный" value={assignee} onChange={event => setAssignee(event.target.value)}>
            <option value="">{nobody}</option>
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {error && action !== 'price' && !(action === 'stock' && stock === 'expected') && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}
