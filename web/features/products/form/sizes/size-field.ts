import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { numberText } from '#web/lib/number-text.ts'
import type { FieldWiring } from '../form-fields.tsx'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { tidyRange } from './range-text.ts'
import { isNumber, isRange, type SizeField } from './size-values.ts'

/** Returns the props of a field of one row. */
export type SizeFieldOf = (name: SizeField) => FieldWiring

/** The fields of each row; numbers and ranges are tidied when they are left. */
export const sizeFields =
  (
    form: UseFormReturn<ProductValues, unknown, ParsedProduct>,
    wiring: (name: FieldPath<ProductValues>) => FieldWiring,
  ) =>
  (place: number): SizeFieldOf =>
  name => {
    const path = `variants.${place}.${name}` as const
    const wired = wiring(path)
    return {
      ...wired,
      onBlur: event => {
        if (isNumber(name)) form.setValue(path, numberText(form.getValues(path)))
        if (isRange(name)) form.setValue(path, tidyRange(form.getValues(path)))
        return wired.onBlur(event)
      },
    }
  }
