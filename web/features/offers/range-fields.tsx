import { useState } from 'react'
import { controlStyle } from '#web/ui/control-style.ts'

const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })

interface RangeFieldsProps {
  legend: string
  /** `price` makes the fields `price_from` and `price_to`. */
  name: string
  from: string
  to: string
  pattern: string
  /** The browser's message for a value that does not match the pattern. */
  hint: string
  /** From where to where there is anything. */
  bounds?: { min: number | null; max: number | null }
  /** Called when a changed bound loses the focus. */
  onCommit: () => void
}

export function RangeFields({ legend, name, from, to, pattern, hint, bounds, onCommit }: RangeFieldsProps) {
  const shared = { pattern, hint, onCommit }
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        <Bound name={`${name}_from`} label="от" value={from} groupLabel={legend} edge={bounds?.min} {...shared} />
        <Bound name={`${name}_to`} label="до" value={to} groupLabel={legend} edge={bounds?.max} {...shared} />
      </div>
    </fieldset>
  )
}

interface BoundProps {
  name: string
  label: string
  groupLabel: string
  value: string
  edge: number | null | undefined
  pattern: string
  hint: string
  onCommit: () => void
}

function Bound({ name, label, groupLabel, value, edge, pattern, hint, onCommit }: BoundProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address has changed (a chip was removed, Back was pressed): text that is being typed in other fields stays.
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  return (
    <div className="relative">
      <span aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted">
        {label}
      </span>
      <input
        type="text"
        name={name}
        inputMode="decimal"
        placeholder={edge === null || edge === undefined ? undefined : numbers.format(edge)}
        autoComplete="off"
        aria-label={`${groupLabel} ${label}`}
        pattern={pattern}
        title={hint}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onBlur={event => {
          if (draft !== value && event.target.validity.valid) onCommit()
        }}
        className={`${controlStyle} pl-9 tabular-nums user-invalid:border-danger`}
      />
    </div>
  )
}
