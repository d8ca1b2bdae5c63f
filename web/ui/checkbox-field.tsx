import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

interface CheckboxFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Shown at the end of the line: the number of results for this choice. */
  count?: number
}

/** A checkbox (with `type="radio"`, a radio button) whose whole line can be tapped. */
export function CheckboxField({
  id,
  label,
  hint,
  error,
  count,
  className,
  type = 'checkbox',
  ...rest
}: CheckboxFieldProps) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div className={className}>
      <div className="flex min-h-10 items-center gap-2.5">
        <input
          {...rest}
          id={controlId}
          type={type}
          aria-describedby={[error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          className="size-5 shrink-0 accent-leaf"
        />
        <label htmlFor={controlId} className="flex grow items-baseline justify-between gap-3 py-1.5 leading-snug">
          <span>{label}</span>
          {count !== undefined && <span className="text-sm text-muted tabular-nums">{count}</span>}
        </label>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="ml-7.5 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
