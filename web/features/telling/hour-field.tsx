import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'
import { readHour } from './read-hour.ts'

interface HourFieldProps {
  label: string
  /** `HH:MM`. */
  value: string
  /** The other end, which must differ. */
  other: string
  onChange: (hour: string) => void
}

/**
 * A time of the day with 24 hours, which browsers' own fields have only where their own language has them. What is typed
 * counts when the field is left.
 */
export function HourField({ label, value, other, onChange }: HourFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const hour = text === null ? value : readHour(text)
  function leave() {
    if (hour === null || hour === other) return
    setText(null)
    if (hour !== value) onChange(hour)
  }
  const [isLeft, setLeft] = useState(false)
  const error = hour === null ? 'Нужно время вида 22:00' : hour === other ? 'Начало и конец совпадают' : undefined
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      value={text ?? value}
      error={isLeft ? error : undefined}
      onFocus={() => setLeft(false)}
      onChange={event => setText(event.target.value)}
      onBlur={() => {
        setLeft(true)
        leave()
      }}
    />
  )
}
