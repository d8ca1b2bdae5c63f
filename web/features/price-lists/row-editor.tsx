import { useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { type Stock, stocks } from '#contract/variants.ts'
import { stockWords } from '#web/features/products/form/sizes/words.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlantChoice } from '../plants/plant-choice.tsx'
import { correctionOf, readSizes, type RowValues, type TypedSize, valuesOf } from './row-correction.ts'
import type { Correction } from './use-correct-row.ts'

interface RowEditorProps {
  row: PriceListRow
  categories: readonly Category[]
  /** Throws what the server refuses. */
  onSave: (correction: Correction) => Promise<unknown>
  onClose: () => void
}

/** Name, plant, category and sizes of a row; nothing that was typed is lost when something is refused. */
export function RowEditor({ row, categories, onSave, onClose }: RowEditorProps) {
  const { api } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => valuesOf(row))
  const [errors, setErrors] = useState<Messages>({})
  const [isSaving, setSaving] = useState(false)
  const isUnderWay = useRef(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  const { name, category, plant, sizes } = values
  const change = (some: Partial<RowValues>) => setValues(before => ({ ...before, ...some }))
  const changeSize = (place: number, some: Partial<TypedSize>) =>
    setValues(before => ({
      ...before,
      sizes: before.sizes.map((size, at) => (at === place ? { ...size, ...some } : size)),
    }))

  async function save() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSaving(true)
    setErrors({})
    try {
      const { read, errors: unread } = await readSizes(api, sizes, row.variants)
      if (Object.keys(unread).length > 0) return setErrors(unread)
      const body = correctionOf(row, values, read)
      if (Object.keys(body).length > 0) await onSave(body)
      onClose()
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }

  const shown = new Set([
    'name',
    'category',
    ...sizes.flatMap((_, place) =>
      ['size', 'price', 'stock_quantity', 'available_from'].map(field => `variants.${place}.${field}`),
    ),
  ])
  const others = Object.entries(errors).flatMap(([field, message]) => (shown.has(field) ? [] : [message]))

  return (
    <form
      ref={form}
      aria-label={`Поправить строку ${row.row}`}
      className="mt-4 grid gap-4 rounded-lg bg-sunken p-4"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
        // Letters typed here are no commands for the row.
        event.stopPropagation()
      }}
    >
      <FormErrors messages={others} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          label="Название"
          required
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={event => change({ name: event.target.value })}
          error={errors.name}
        />
        <SelectField
          label="Категория"
          value={category}
          onChange={event => change({ category: event.target.value })}
          error={errors.category}
        >
          <option value="">Не выбрана</option>
          {categories.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <PlantChoice current={row.plant} plant={plant} onChange={next => change({ plant: next })} />
      {sizes.map((size, place) => (
        <SizeFields
          // oxlint-disable-next-line react/no-array-index-key -- sizes of one row stay in their places
          key={place}
          number={place + 1}
          isOnly={sizes.length === 1}
          size={size}
          errorOf={field => errors[`variants.${place}.${field}`]}
          onChange={some => changeSize(place, some)}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={isSaving}>
          Сохранить строку
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
      </div>
    </form>
  )
}

interface SizeFieldsProps {
  number: number
  /** The only size of its row needs no heading. */
  isOnly: boolean
  size: TypedSize
  errorOf: (field: string) => string | undefined
  onChange: (some: Partial<TypedSize>) => void
}

function SizeFields({ number, isOnly, size, errorOf, onChange }: SizeFieldsProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <legend className={isOnly ? 'sr-only' : 'mb-1 text-sm font-semibold'}>Размер {number}</legend>
      <TextField
        label="Размер и упаковка"
        hint="Как в прайс-листе: «80–100 C5», «обхват 16–18 WRB 60»"
        autoComplete="off"
        maxLength={200}
        value={size.size}
        onChange={event => onChange({ size: event.target.value })}
        className="col-span-full sm:col-span-1"
        error={errorOf('size')}
      />
      <TextField
        label="Цена, ₽"
        placeholder="по запросу"
        inputMode="decimal"
        autoComplete="off"
        value={size.price}
        onChange={event => onChange({ price: event.target.value })}
        error={errorOf('price')}
      />
      <SelectField
        label="Наличие"
        value={size.stock}
        onChange={event => onChange({ stock: event.target.value as Stock })}
      >
        {stocks.map(value => (
          <option key={value} value={value}>
            {stockWords[value]}
          </option>
        ))}
      </SelectField>
      {size.stock === 'expected' ? (
        <TextField
          label="С какого числа"
          type="date"
          value={size.date}
          onChange={event => onChange({ date: event.target.value })}
          error={errorOf('available_from')}
        />
      ) : (
        <TextField
          label="Сколько, шт."
          inputMode="numeric"
          autoComplete="off"
          value={size.quantity}
          onChange={event => onChange({ quantity: event.target.value })}
          error={errorOf('stock_quantity')}
        />
      )}
    </fieldset>
  )
}
