import { zodResolver } from '@hookform/resolvers/zod'
import { type SyntheticEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type FieldErrors as InvalidFields,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '../lib/api.ts'
import { showToast } from './toast.ts'

interface ContractFormOptions<Values extends FieldValues, Parsed extends FieldValues> {
  /** The schema that the server also uses. */
  schema: z.ZodType<Parsed, Values>
  defaults: DefaultValues<Values>
  /**
   * Receives the parsed fields. An ApiError that it throws is shown at the fields refused by the server, or in a toast;
   * the form keeps all input.
   */
  onSubmit: (values: Parsed) => Promise<void>
  /** Called when the schema refuses the input, so that nothing is sent. */
  onStopped?: (errors: InvalidFields<Values>) => void
}

/** A form for one schema of the contract: `field` connects a control of web/ui, `submit` is the form's onSubmit. */
export function useContractForm<Values extends FieldValues, Parsed extends FieldValues>({
  schema,
  defaults,
  onSubmit,
  onStopped,
}: ContractFormOptions<Values, Parsed>) {
  const form = useForm<Values, unknown, Parsed>({
    resolver: zodResolver<Values, unknown, Parsed>(schema as never),
    defaultValues: defaults,
  })
  const { errors, isSubmitting } = form.formState

  /** Shows the server's errors at their fields and focuses the first. */
  function showErrors(errors: FieldErrors): void {
    // The values are in the order of the form, unlike the server's errors.
    const first = Object.keys(form.getValues()).find(name => name in errors)
    for (const [name, [error]] of Object.entries(errors))
      form.setError(name as FieldPath<Values>, { message: error?.message ?? '' }, { shouldFocus: name === first })
  }

  const send = form.handleSubmit(async values => {
    try {
      await onSubmit(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (Object.keys(error.fields).length > 0) showErrors(error.fields)
      else showToast({ message: error.message, tone: 'danger' })
    }
  }, onStopped)

  const isUnderWay = useRef(false)
  /** Only one submit at a time: a second Enter can come before the busy button is rendered. */
  async function submit(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await send(event)
    } finally {
      isUnderWay.current = false
    }
  }

  function field(name: FieldPath<Values>) {
    const message = (get(errors, name) as { message?: unknown } | undefined)?.message
    return { ...form.register(name), ...(typeof message === 'string' ? { error: message } : {}) }
  }

  /** All errors in the order of the fields, for the box above the form. */
  const messages = Object.values(errors).flatMap(error => (typeof error?.message === 'string' ? [error.message] : []))

  return { form, field, submit, showErrors, messages, busy: isSubmitting }
}
