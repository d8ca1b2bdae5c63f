import type { z } from 'zod'
import type { FieldErrors } from '#contract/errors.ts'

interface Issue {
  field: string | undefined
  message: string
  /** Zod's name of the error. */
  code: string
  /** The code that a rule of the contract gives instead. */
  ownCode?: unknown
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The value sent in a field, which may be inside a list item; of a list that is sent as text, the text. */
function valueAt(input: unknown, field: string): unknown {
  return field.split('.').reduce((value, step) => {
    if (typeof value === 'string') return value
    const inside = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return inside[step]
  }, input)
}

/** Errors by field; a missing or empty value is `required`, whichever rule found it. */
export function fieldErrorsOf(issues: Issue[], input: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, message, code, ownCode } of issues) {
    if (field === undefined || field === '') continue
    const error = {
      message,
      code: typeof ownCode === 'string' ? ownCode : isAbsent(valueAt(input, field)) ? 'required' : code,
    }
    const known = errors[field] ?? []
    // Every rule of a chain may report an empty field.
    if (!known.some(other => other.message === message)) errors[field] = [...known, error]
  }
  return errors
}

/** The errors of a form that a service parses itself. */
export function formErrors(error: z.ZodError, input: unknown): FieldErrors {
  return fieldErrorsOf(
    error.issues.map(issue => ({
      field: issue.path[0]?.toString(),
      message: issue.message,
      code: issue.code,
      ownCode: issue.code === 'custom' ? issue.params?.code : undefined,
    })),
    input,
  )
}

/** What is wrong with one field. */
export const fieldError = (message: string, code: string) => [{ message, code }]
