import type { FieldErrors } from '#contract/errors.ts'

/** Sign-up and change of password answer 200 to field errors, with JSON in `message`; `null` is success. */
export function errorsIn(message: string): FieldErrors | null {
  return message === 'success' ? null : (JSON.parse(message) as FieldErrors)
}

/** The first error of each field, for the list above a form. */
export const listed = (errors: FieldErrors): string[] =>
  Object.values(errors).flatMap(([error]) => error?.message ?? [])
