import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { Field, type FieldText } from './field.tsx'

/** Without `maxLength`: what is pasted would be cut off unnoticed. What is too long is refused with a sentence. */
type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'maxLength'>

/** Grows with its text from `rows` on, if the browser supports `field-sizing`. */
export function TextArea({ id, label, hint, error, required, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      {wiring => (
        <textarea
          {...rest}
          {...wiring}
          rows={rows}
          className={clsx(controlStyle, 'field-sizing-content max-h-96 resize-y leading-normal')}
          // `field-sizing: content` ignores `rows`; the minimum height replaces it.
          style={{ minHeight: `${rows * 1.5 + 1.1}rem` }}
        />
      )}
    </Field>
  )
}
