import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

/** How many are needed: decides what is enough and at whose tier the prices are. */
export function QuantityField({ value, onCommit }: { value: string; onCommit: () => void }) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address has changed by other means: a chip was taken off, Back was pressed.
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  return (
    <TextField
      label="Сколько нужно, шт."
      hint="Покажем, у кого хватит, и цену за такое количество"
      name="quantity"
      inputMode="numeric"
      autoComplete="off"
      pattern="\s*[1-9]\d{0,6}\s*"
      title="Целое число, например 40"
      value={draft}
      onChange={event => setDraft(event.target.value)}
      onBlur={event => {
        if (draft.trim() !== value && event.target.validity.valid) onCommit()
      }}
    />
  )
}
