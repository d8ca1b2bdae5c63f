import type { UseFormReturn } from 'react-hook-form'
import { numberText } from '#web/lib/number-text.ts'
import type { Choices } from './api.ts'
import { type DirectoryField, directoryFields } from './fill-in.ts'
import type { FieldOf } from './form-fields.tsx'
import { usualMeasure } from './root-measure.ts'
import type { Directory } from './use-directory.ts'
import { isNumberField, type ParsedProduct, type ProductField, type ProductValues } from './values.ts'

interface ProductFieldsOptions {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  wiring: FieldOf
  directory: Directory
  choices: Choices
}

const isDirectoryField = (name: ProductField): name is DirectoryField => directoryFields.some(known => known === name)

/** The wiring of the fields, with what follows from an edit by hand: facts are no longer the directory's. */
export function productFields({ form, wiring, directory, choices }: ProductFieldsOptions): FieldOf {
  /** The measure follows the packaging, unless a different one was chosen. */
  function followPackaging(id: string): void {
    const measureOf = (packaging: string) =>
      usualMeasure(choices.rootPackagings.find(choice => String(choice.id) === packaging)?.name ?? '')
    const { rsp, rsp_measure } = form.getValues()
    if (rsp_measure === '' || rsp_measure === measureOf(rsp)) form.setValue('rsp_measure', measureOf(id))
  }

  return name => {
    const wired = wiring(name)
    return {
      ...wired,
      onChange: event => {
        if (isDirectoryField(name)) directory.forget(name)
        if (name === 'rsp') followPackaging(event.target.value)
        return wired.onChange(event)
      },
      onBlur: event => {
        if (isNumberField(name)) form.setValue(name, numberText(form.getValues(name)))
        return wired.onBlur(event)
      },
      ...(isDirectoryField(name) && directory.filled[name] ? { hint: 'Из справочника' } : {}),
    }
  }
}
