import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { ChevronDown } from '#web/ui/icons.ts'
import { controlStyle } from './control-style.ts'
import { Field, type FieldText } from './field.tsx'

type SelectFieldProps = FieldText & ComponentProps<'select'>

/** A native select: phones have their own picker for it, and it needs no script. */
export function SelectField({ id, label, hint, error, required, className, ...rest }: SelectFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      {wiring => (
        <div className="relative">
          <select {...rest} {...wiring} className={clsx(controlStyle, 'appearance-none pr-10 text-ellipsis')} />
          <ChevronDown size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
        </div>
      )}
    </Field>
  )
}
