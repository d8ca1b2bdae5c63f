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
  /** The same shape by which the server judges the form. */
  schema: z.ZodType<Parsed, Values>
  defaults: DefaultValues<Values>
  /**
   * Receives the parsed fields. An ApiError that it throws is shown beside the fields that the server refused, or in a
   * toast; the form keeps everything that was typed.
   */
  onSubmit: (values: Parsed) => Promise<void>
  /** The schema refused what was typed, and nothing was sent. */
  onStopped?: (errors: InvalidFields<Values>) => void
}

/** One form over one shape of the contract: `field` wires a control of web/ui to it, `submit` is the form's onSubmit. */
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

  /** Puts the server's errors beside their fields, and the focus on the first. */
  function showErrors(errors: FieldErrors): void {
    // The values stand in the order of the form, the server's errors in one of its own.
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
  /** Once at a time: a second press of Enter comes before the busy button is drawn. */
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

  /** Every error, in the order of the fields, for a block above the form. */
  const messages = Object.values(errors).flatMap(error => (typeof error?.message === 'string' ? [error.message] : []))

  return { form, field, submit, showErrors, messages, busy: isSubmitting }
}
