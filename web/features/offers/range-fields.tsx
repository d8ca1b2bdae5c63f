import { useState } from 'react'
import { controlStyle } from '#web/ui/control-style.ts'

interface RangeFieldsProps {
  legend: string
  /** `price` makes the fields `price_from` and `price_to`. */
  name: 'price' | 'height'
  from: string
  to: string
  pattern: string
  /** What the browser says when the pattern is not met. */
  hint: string
  /** A bound was changed and left. */
  onCommit: () => void
}

export function RangeFields({ legend, name, from, to, pattern, hint, onCommit }: RangeFieldsProps) {
  const shared = { pattern, hint, onCommit }
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        <Bound name={`${name}_from`} label="от" value={from} groupLabel={legend} {...shared} />
        <Bound name={`${name}_to`} label="до" value={to} groupLabel={legend} {...shared} />
      </div>
    </fieldset>
  )
}

interface BoundProps {
  name: string
  label: string
  groupLabel: string
  value: string
  pattern: string
  hint: string
  onCommit: () => void
}

function Bound({ name, label, groupLabel, value, pattern, hint, onCommit }: BoundProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address has changed (a chip was removed, Back was pressed): what is being typed elsewhere stays untouched.
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
        inputMode="numeric"
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
