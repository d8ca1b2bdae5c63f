/** Names of one kind: the base itself, then with numbers appended («tuya», «tuya-2»). */
export const numbered = (base: string, number: number) => (number === 1 ? base : `${base}-${number}`)

/** The first of these names that is free. */
export function firstFree(base: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = numbered(base, number)
    if (!isTaken(name)) return name
  }
}
