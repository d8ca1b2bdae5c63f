import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '#contract/calls.ts'
import type { PlantRef } from '#contract/plants.ts'
import { lineUnits } from '#contract/project-limits.ts'
import type { LineWish, ProjectLine } from '#contract/projects.ts'
import { formNames } from '#contract/variants.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ArrowDown, ArrowUp, Trash2 } from '#web/ui/icons.ts'
import { messagesOfAnswer } from '#web/ui/refusals.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlantChoice } from '../plants/plant-choice.tsx'
import { rootWords } from '../products/form/sizes/words.ts'
import type { LineActions } from './line-item.tsx'
import { unitName } from './words.ts'

export type LineForm = InputOf<'PATCH /projects/:id/lines/:line/', 'body'>

type Numeric = Exclude<keyof LineWish, 'form' | 'root'>

/** A wish as it is typed. */
type Typed = Record<keyof LineWish, string>

const typedOf = (wish: LineWish): Typed =>
  Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, typeof value === 'number' ? numberText(value) : (value ?? '')]),
  ) as Typed

const spans: { label: string; from: Numeric; to: Numeric }[] = [
  { label: 'Обхват ствола, см', from: 'girth_from', to: 'girth_to' },
  { label: 'Высота, см', from: 'height_from', to: 'height_to' },
  { label: 'Ширина, см', from: 'spread_from', to: 'spread_to' },
  { label: 'Размер кома или контейнера', from: 'root_size_from', to: 'root_size_to' },
]
const singles: { label: string; name: Numeric }[] = [
  { label: 'Высота штамба, см', name: 'stem_height' },
  { label: 'Стволов', name: 'stems' },
  { label: 'Пересадок', name: 'transplants' },
]

type Errors = Record<string, string>

interface LineEditorProps {
  line: ProjectLine
  number: number
  busy: boolean
  canMove: boolean
  actions: LineActions
}

/** Plant, quantity and size of a line. What was typed stays when it is refused. */
export function LineEditor({ line, number, busy, canMove, actions }: LineEditorProps) {
  const { editing } = actions
  const form = useRef<HTMLFormElement>(null)
  /** `undefined`: as it is. */
  const [plant, setPlant] = useState<PlantRef | null | undefined>(undefined)
  const [quantity, setQuantity] = useState(numberText(line.quantity))
  const [unit, setUnit] = useState<string>(line.unit ?? 'шт')
  const [typed, setTyped] = useState(() => typedOf(line.wish))
  const [errors, setErrors] = useState<Errors>({})
  const [isSaving, setSaving] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  const { onSave, onMove, onRemove } = editing

  function changes(): LineForm {
    const before = typedOf(line.wish)
    const names = (Object.keys(typed) as (keyof LineWish)[]).filter(name => typed[name].trim() !== before[name])
    const wish = Object.fromEntries(
      names.map(name => [
        name,
        name === 'form' || name === 'root' ? typed[name] || null : withoutSpaces(typed[name]) || null,
      ]),
    )
    return {
      ...(plant === undefined ? {} : { plant: plant?.id ?? null }),
      ...(quantity.trim() === numberText(line.quantity) ? {} : { quantity: withoutSpaces(quantity) || null }),
      ...(unit === (line.unit ?? 'шт') ? {} : { unit: lineUnits.find(known => known === unit) ?? null }),
      ...(names.length > 0 ? { wish } : {}),
    } as LineForm
  }

  async function save() {
    if (isSaving) return
    setSaving(true)
    setErrors({})
    try {
      await onSave(line, changes())
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
      setSaving(false)
    }
  }

  const shown = new Set(['quantity', 'unit', ...Object.keys(typed).map(name => `wish.${name}`)])
  const others = Object.entries(errors).flatMap(([field, message]) => (shown.has(field) ? [] : [message]))
  const errorOf = (field: string) => (errors[field] === undefined ? {} : { error: errors[field] })
  const numeric = (name: Numeric, label: React.ReactNode, placeholder?: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={typed[name]}
      onChange={event => setTyped({ ...typed, [name]: event.target.value })}
      inputClassName="tabular-nums"
      {...errorOf(`wish.${name}`)}
    />
  )

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Изменить строку ${number}`}
      className="mt-3 grid gap-4 rounded-lg bg-sunken p-4"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') actions.onOpen(line, 'form')
        // What is typed here is no command for the line.
        event.stopPropagation()
      }}
    >
      <FormErrors messages={others} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <TextField
          label="Количество"
          inputMode="decimal"
          autoComplete="off"
          value={quantity}
          onChange={event => setQuantity(event.target.value)}
          inputClassName="tabular-nums"
          {...errorOf('quantity')}
        />
        <SelectField label="Единица" value={unit} onChange={event => setUnit(event.target.value)} {...errorOf('unit')}>
          {lineUnits.map(known => (
            <option key={known} value={known}>
              {unitName(known)}
            </option>
          ))}
        </SelectField>
      </div>
      <PlantChoice current={line.plant} plant={plant} onChange={setPlant} />
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold">Какой размер нужен</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <SelectField
            label="Форма"
            value={typed.form}
            onChange={event => setTyped({ ...typed, form: event.target.value })}
          >
            <option value="">Любая</option>
            {Object.entries(formNames).map(([known, word]) => (
              <option key={known} value={known}>
                {word}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Упаковка корней"
            value={typed.root}
            onChange={event => setTyped({ ...typed, root: event.target.value })}
          >
            <option value="">Любая</option>
            {Object.entries(rootWords).map(([known, word]) => (
              <option key={known} value={known}>
                {word}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          {spans.map(({ label, from, to }) => (
            <div key={from}>
              <p aria-hidden className="text-sm font-semibold">
                {label}
              </p>
              <div className="grid grid-cols-2 gap-2">
                {numeric(from, <span className="sr-only">{label}, от</span>, 'от')}
                {numeric(to, <span className="sr-only">{label}, до</span>, 'до')}
              </div>
            </div>
          ))}
        </div>
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
          {singles.map(({ label, name }) => (
            <div key={name}>{numeric(name, label)}</div>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="secondary" busy={isSaving}>
          Сохранить строку
        </Button>
        <Button variant="quiet" onClick={() => actions.onOpen(line, 'form')}>
          Отмена
        </Button>
        <div className="ml-auto flex flex-wrap gap-x-1">
          {canMove && onMove && (
            <>
              <Button variant="quiet" size="sm" busy={busy} onClick={() => onMove(line, -1)}>
                <ArrowUp size={16} />
                Выше
              </Button>
              <Button variant="quiet" size="sm" busy={busy} onClick={() => onMove(line, 1)}>
                <ArrowDown size={16} />
                Ниже
              </Button>
            </>
          )}
          {onRemove && (
            <Button variant="quiet" size="sm" busy={busy} onClick={() => onRemove(line)}>
              <Trash2 size={16} />
              Удалить строку
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
