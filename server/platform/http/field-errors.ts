import type { z } from 'zod'
import type { FieldFaults } from '#contract/errors.ts'

interface Issue {
  field: string | undefined
  message: string
  /** Zod's name of the fault. */
  code: string
  /** What a rule of the contract calls it instead. */
  ownCode?: unknown
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What was sent in a field, which may be one of a thing in a list. */
function valueAt(input: unknown, field: string): unknown {
  return field.split('.').reduce((value, step) => {
    const inside = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return inside[step]
  }, input)
}

/** Faults by field; what is missing or empty is `required`, whatever rule noticed it. */
export function fieldFaultsOf(issues: Issue[], input: unknown): FieldFaults {
  const faults: FieldFaults = {}
  for (const { field, message, code, ownCode } of issues) {
    if (field === undefined || field === '') continue
    const fault = {
      message,
      code: typeof ownCode === 'string' ? ownCode : isAbsent(valueAt(input, field)) ? 'required' : code,
    }
    const known = faults[field] ?? []
    // A chain of rules may say of an empty field in each of its links that it is empty.
    if (!known.some(other => other.message === message)) faults[field] = [...known, fault]
  }
  return faults
}

/** The faults of a form that a service parses itself. */
export function formFaults(error: z.ZodError, input: unknown): FieldFaults {
  return fieldFaultsOf(
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
export const fault = (message: string, code: string) => [{ message, code }]
