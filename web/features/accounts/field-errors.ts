import type { FieldErrors } from '#contract/errors.ts'

/** Sign-up and change of password answer 200 to any error of a field and carry the errors as JSON; `null` is a success. */
export function errorsIn(message: string): FieldErrors | null {
  return message === 'success' ? null : (JSON.parse(message) as FieldErrors)
}

/** The first message of each field, as they are listed above a form. */
export const listed = (errors: FieldErrors): string[] =>
  Object.values(errors).flatMap(([error]) => error?.message ?? [])
