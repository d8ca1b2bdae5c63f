import { useEffect, useRef, useState } from 'react'
import { lineUnits } from '#contract/project-limits.ts'
import type { ProjectLine } from '#contract/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ArrowDown, ArrowUp, Trash2 } from '#web/ui/icons.ts'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlantChoice } from '../plants/plant-choice.tsx'
import type { LineActions } from './line-item.tsx'
import { changesOf, type TypedLine, typedOf } from './typed-line.ts'
import { WishFields } from './wish-fields.tsx'
import { unitName } from './words.ts'

interface LineEditorProps {
  line: ProjectLine
  number: number
  busy: boolean
  canMove: boolean
  actions: LineActions
}

/** Plant, quantity and size of a line. What was typed stays when it is refused. */
export function LineEditor({ line, number, busy, canMove, actions }: LineEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => typedOf(line))
  const [errors, setErrors] = useState<Messages>({})
  const [isSaving, setSaving] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  const change = (some: Partial<TypedLine>) => setTyped(before => ({ ...before, ...some }))

  async function save() {
    if (isSaving) return
    setSaving(true)
    setErrors({})
    try {
      await actions.editing.onSave(line, changesOf(line, typed))
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
      setSaving(false)
    }
  }

  const shown = new Set(['quantity', 'unit', ...Object.keys(typed.wish).map(name => `wish.${name}`)])
  const others = Object.entries(errors).flatMap(([field, message]) => (shown.has(field) ? [] : [message]))

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
          value={typed.quantity}
          onChange={event => change({ quantity: event.target.value })}
          inputClassName="tabular-nums"
          error={errors.quantity}
        />
        <SelectField
          label="Единица"
          value={typed.unit}
          onChange={event => change({ unit: event.target.value })}
          error={errors.unit}
        >
          {lineUnits.map(known => (
            <option key={known} value={known}>
              {unitName(known)}
            </option>
          ))}
        </SelectField>
      </div>
      <PlantChoice current={line.plant} plant={typed.plant} onChange={plant => change({ plant })} />
      <WishFields
        wish={typed.wish}
        errorOf={name => errors[`wish.${name}`]}
        onChange={wish => change({ wish: { ...typed.wish, ...wish } })}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="secondary" busy={isSaving}>
          Сохранить строку
        </Button>
        <Button variant="quiet" onClick={() => actions.onOpen(line, 'form')}>
          Отмена
        </Button>
        <LineTools line={line} busy={busy} canMove={canMove} actions={actions} />
      </div>
    </form>
  )
}

/** What is done to the line as a whole. */
function LineTools({ line, busy, canMove, actions }: Omit<LineEditorProps, 'number'>) {
  const { onMove, onRemove } = actions.editing
  return (
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
  )
}
