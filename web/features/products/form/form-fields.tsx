import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Lookup } from '#contract/common.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ProductField } from './values.ts'

/** The props that connect a control of web/ui to a field of the form. */
export interface FieldWiring extends UseFormRegisterReturn {
  error?: string
  hint?: ReactNode
}

/** Returns the props of a field; sections get only this function, not the form. */
export type FieldOf = (name: ProductField) => FieldWiring

/** The label of a field that buyers look for: marked like a required one, but the form can be saved without it. */
export function wished(label: string): ReactNode {
  return (
    <>
      {label}
      <span aria-hidden className="text-muted">
        {' '}
        *
      </span>
      <span className="sr-only"> (желательно)</span>
    </>
  )
}

interface ChoiceFieldProps {
  wiring: FieldWiring
  label: ReactNode
  choices: readonly Lookup[]
  className?: string
}

/** An optional choice from a lookup. */
export function ChoiceField({ wiring, label, choices, className }: ChoiceFieldProps) {
  return (
    <SelectField label={label} {...wiring} className={className}>
      <option value="">Не выбрано</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface NumberFieldProps {
  wiring: FieldWiring
  label: ReactNode
  hint?: ReactNode
  placeholder?: string
  className?: string
}

/** A number as text: spaces and commas are allowed, and phones show the numeric keyboard. */
export function NumberField({ wiring, label, hint, placeholder, className }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      hint={hint}
      {...wiring}
      inputMode="decimal"
      autoComplete="off"
      className={className}
      inputClassName="tabular-nums"
    />
  )
}
