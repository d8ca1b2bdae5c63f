import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '#contract/calls.ts'
import type { Category, PlantRef } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { type Stock, stocks, type WritableVariant } from '#contract/variants.ts'
import { questionOf, readingText } from '#web/features/products/form/sizes/questions.ts'
import { stockWords } from '#web/features/products/form/sizes/words.ts'
import { type Api, ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlantChoice } from '../plants/plant-choice.tsx'

type Correction = InputOf<'PATCH /price-lists/:id/rows/:sheet/:row/', 'body'>

interface RowEditorProps {
  row: PriceListRow
  categories: readonly Category[]
  /** Throws what the server refuses. */
  onSave: (correction: Correction) => Promise<unknown>
  onClose: () => void
}

/** A size as it is typed. */
interface TypedSize {
  size: string
  price: string
  stock: Stock
  quantity: string
  date: string
}

const typedOf = (variant: WritableVariant): TypedSize => ({
  size: writeLabel(variant),
  price: numberText(variant.price),
  stock: variant.stock,
  quantity: numberText(variant.stock_quantity),
  date: variant.available_from ?? '',
})

const sizeFields = [
  'form',
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'stems',
  'transplants',
  'root',
  'root_size',
] as const satisfies (keyof WritableVariant)[]

const sizesOf = (variant: Partial<WritableVariant>) =>
  Object.fromEntries(sizeFields.map(field => [field, variant[field] ?? null]))

type Errors = Record<string, string>

/** What is meant by sizes that were typed anew, by their places; what cannot be read is an error of its field. */
async function readSizes(
  api: Api,
  typed: readonly TypedSize[],
  variants: readonly WritableVariant[],
): Promise<{ read: Map<number, Partial<WritableVariant>>; errors: Errors }> {
  const read = new Map<number, Partial<WritableVariant>>()
  const errors: Errors = {}
  const changed = typed.flatMap(({ size }, place) => {
    const before = variants[place]
    return before && size.trim() !== writeLabel(before) ? [{ place, size: size.trim() }] : []
  })
  for (const { place, size } of changed) if (size === '') read.set(place, {})
  const asked = changed.filter(({ size }) => size !== '')
  if (asked.length === 0) return { read, errors }
  const answer = await api.call('POST /variants/read/', { body: { text: asked.map(({ size }) => size).join('\n') } })
  for (const [index, { place }] of asked.entries()) {
    const line = answer.lines[index]
    const variant = answer.variants[index]
    const doubt = line?.doubts[0]
    if (doubt) {
      const readings = doubt.alternatives.map(readingText).join(' или ')
      errors[`variants.${place}.size`] = readings
        ? `${questionOf(doubt)} Напишите словами: ${readings}`
        : questionOf(doubt)
    } else if (!line || !variant || line.rest !== '' || sizeFields.every(field => variant[field] === null)) {
      errors[`variants.${place}.size`] = `Непонятно: «${line?.rest || line?.text || asked[index]?.size}»`
    } else read.set(place, variant)
  }
  return { read, errors }
}

/** Name, plant, category and sizes of a row; nothing that was typed is lost when something is refused. */
export function RowEditor({ row, categories, onSave, onClose }: RowEditorProps) {
  const { api } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(row.name)
  const [category, setCategory] = useState(String(row.category?.id ?? ''))
  /** `undefined`: as it is. */
  const [plant, setPlant] = useState<PlantRef | null | undefined>(undefined)
  const [typed, setTyped] = useState(() => row.variants.map(typedOf))
  const [errors, setErrors] = useState<Errors>({})
  const [isSaving, setSaving] = useState(false)
  const isUnderWay = useRef(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  const setSize = (place: number, change: Partial<TypedSize>) =>
    setTyped(before => before.map((size, at) => (at === place ? { ...size, ...change } : size)))

  async function correction(): Promise<Correction | null> {
    const { read, errors: unread } = await readSizes(api, typed, row.variants)
    if (Object.keys(unread).length > 0) {
      setErrors(unread)
      return null
    }
    const isChanged = typed.some((size, place) => {
      const before = row.variants[place]
      return before && JSON.stringify(size) !== JSON.stringify(typedOf(before))
    })
    const variants = row.variants.map((variant, place) => {
      const size = typed[place]
      const anew = read.get(place)
      if (!size) return variant
      return {
        ...variant,
        ...(anew ? sizesOf(anew) : {}),
        price: withoutSpaces(size.price),
        stock: size.stock,
        stock_quantity: withoutSpaces(size.quantity),
        stock_is_minimum: variant.stock_is_minimum && size.quantity !== '',
        available_from: size.stock === 'expected' ? size.date : null,
      }
    })
    return {
      ...(name.trim() === row.name ? {} : { name }),
      ...(plant === undefined ? {} : { plant: plant?.id ?? null }),
      ...(category === String(row.category?.id ?? '') ? {} : { category }),
      // Sizes that a person has seen and left are as they were read.
      ...(isChanged || hasDoubtfulSizes(row) ? { variants } : {}),
    }
  }

  async function save() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSaving(true)
    setErrors({})
    try {
      const body = await correction()
      if (body === null) return
      if (Object.keys(body).length > 0) await onSave(body)
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const refused = Object.entries(failure.fields).map(([field, [error]]) => [field, error?.message ?? ''])
      setErrors(refused.length > 0 ? Object.fromEntries(refused) : { '': failure.message })
    } finally {
      isUnderWay.current = false
      setSaving(false)
    }
  }

  const shown = new Set([
    'name',
    'category',
    ...typed.flatMap((_, place) =>
      ['size', 'price', 'stock_quantity', 'available_from'].map(field => `variants.${place}.${field}`),
    ),
  ])
  const others = Object.entries(errors).flatMap(([field, message]) => (shown.has(field) ? [] : [message]))
  const errorOf = (field: string) => (errors[field] === undefined ? {} : { error: errors[field] })

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
          onChange={event => setName(event.target.value)}
          {...errorOf('name')}
        />
        <SelectField
          label="Категория"
          value={category}
          onChange={event => setCategory(event.target.value)}
          {...errorOf('category')}
        >
          <option value="">Не выбрана</option>
          {categories.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <PlantChoice current={row.plant} plant={plant} onChange={setPlant} />
      {typed.map((size, place) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- sizes of one row stay in their places
          key={place}
          className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
        >
          <legend className={typed.length > 1 ? 'mb-1 text-sm font-semibold' : 'sr-only'}>Размер {place + 1}</legend>
          <TextField
            label="Размер и упаковка"
            hint="Как в прайс-листе: «80–100 C5», «обхват 16–18 WRB 60»"
            autoComplete="off"
            maxLength={200}
            value={size.size}
            onChange={event => setSize(place, { size: event.target.value })}
            className="col-span-full sm:col-span-1"
            {...errorOf(`variants.${place}.size`)}
          />
          <TextField
            label="Цена, ₽"
            placeholder="по запросу"
            inputMode="decimal"
            autoComplete="off"
            value={size.price}
            onChange={event => setSize(place, { price: event.target.value })}
            {...errorOf(`variants.${place}.price`)}
          />
          <SelectField
            label="Наличие"
            value={size.stock}
            onChange={event => setSize(place, { stock: event.target.value as Stock })}
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
              onChange={event => setSize(place, { date: event.target.value })}
              {...errorOf(`variants.${place}.available_from`)}
            />
          ) : (
            <TextField
              label="Сколько, шт."
              inputMode="numeric"
              autoComplete="off"
              value={size.quantity}
              onChange={event => setSize(place, { quantity: event.target.value })}
              {...errorOf(`variants.${place}.stock_quantity`)}
            />
          )}
        </fieldset>
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

const ofPlants = new Set(['name', 'plant', 'latin_name', 'genus', 'species', 'cultivar', 'category'])

/** Whether something else than its plant is in doubt: saved as it stands, it counts. */
const hasDoubtfulSizes = ({ problems, unread }: PriceListRow) =>
  unread.length > 0 || problems.some(({ field }) => !ofPlants.has(field))
