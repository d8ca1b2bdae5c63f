import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { Field, type FieldText } from './field.tsx'

type TextFieldProps = FieldText & ComponentProps<'input'> & { inputClassName?: string }

export function TextField({ id, label, hint, error, required, className, inputClassName, ...rest }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      {wiring => <input type="text" {...rest} {...wiring} className={clsx(controlStyle, inputClassName)} />}
    </Field>
  )
}
