/** Small numbers that stand for values, in the order in which these appear; 0 stands for none. */
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
    /** That of a value that has one. */
    find: (value: Value): number | undefined => codeOf.get(value),
    valueOf: (code: number): Value | null => values[code] ?? null,
    /** One more than the largest. */
    count: () => values.length,
  }
}
export type Codes<Value extends string | number> = ReturnType<typeof codes<Value>>
