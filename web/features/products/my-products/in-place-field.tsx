import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { refusalOf } from '#web/lib/api.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { FieldError } from '#web/ui/field.tsx'

/** The server's error for a field of a change, or for the whole change. */
export function refusal(error: unknown): string {
  return error instanceof Error ? refusalOf(error) : 'Не сохранилось'
}

interface InPlaceFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  /** The saved value. */
  value: string
  save: (text: string) => Promise<unknown>
  inputClassName?: string
}

/**
 * A field that saves its value on Enter or when it loses the focus; Esc restores the saved value. A value that the server
 * refuses stays as typed, with the reason below.
 */
export function InPlaceField({ label, value, save, className, inputClassName, ...rest }: InPlaceFieldProps) {
  const errorId = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function commit() {
    if (draft === null || isSaving) return
    if (draft.trim() === value) return revert()
    setSaving(true)
    try {
      await save(draft.trim())
      revert()
    } catch (failure) {
      setError(refusal(failure))
    } finally {
      setSaving(false)
    }
  }

  function revert() {
    setDraft(null)
    setError('')
  }

  return (
    <div className={className}>
      <input
        type="text"
        {...rest}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        aria-busy={isSaving || undefined}
        readOnly={isSaving}
        value={draft ?? value}
        onChange={event => setDraft(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={event => {
          if (event.key === 'Enter') void commit()
          if (event.key === 'Escape') revert()
        }}
        className={clsx(controlStyle, 'px-2! tabular-nums', inputClassName, isSaving && 'opacity-60')}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
