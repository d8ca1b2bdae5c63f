import type { FieldFaults } from '#contract/errors.ts'

/** Sign-up and change of password answer 200 to any fault of a field and carry the faults as JSON; `null` is a success. */
export function faultsIn(message: string): FieldFaults | null {
  return message === 'success' ? null : (JSON.parse(message) as FieldFaults)
}

/** The first message of each field, as they are listed above a form. */
export const listed = (faults: FieldFaults): string[] =>
  Object.values(faults).flatMap(([fault]) => fault?.message ?? [])
