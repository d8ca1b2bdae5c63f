import { type ReactNode, useId } from 'react'
import { CircleAlert } from '#web/ui/icons.ts'

export interface FieldText {
  label: ReactNode
  hint?: ReactNode
  /** The error and how to fix it; marks the control as invalid. */
  error?: string
  required?: boolean
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

interface FieldProps extends FieldText {
  id?: string
  className?: string
  children: (wiring: Wiring) => ReactNode
}

/** Label, hint and error of one control, linked by ids. */
export function Field({ id, label, hint, error, required, className, children }: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={controlId} className="mb-1 block text-sm font-semibold">
        {label}
        {required && (
          <span aria-hidden className="text-accent">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
