/**
 * Assigns small integers to values, in the order in which the values appear, starting with those of `known`. 0 stands
 * for no value. Throws if there are more than `most` values; `what` names them in the message.
 */
export function codes<Value extends string | number>(what: string, most: number, known: readonly Value[] = []) {
  const values: (Value | null)[] = [null, ...known]
  const codeOf = new Map(known.map((value, index) => [value, index + 1]))
  return {
    of(value: Value): number {
      const code = codeOf.get(value)
      if (code !== undefined) return code
      if (values.length > most) throw new Error(`more than ${most} ${what}`)
      codeOf.set(value, values.length)
      return values.push(value) - 1
    },
    /** The code of a value, if it has one. */
    find: (value: Value): number | undefined => codeOf.get(value),
    valueOf: (code: number): Value | null => values[code] ?? null,
    /** One more than the largest code. */
    count: () => values.length,
  }
}
export type Codes<Value extends string | number> = ReturnType<typeof codes<Value>>
