/** Where the focus goes when its item of a list has gone: to the next one that is left, else to the last. `null`: none is left. */
export function nextFocus(before: readonly string[], left: readonly string[], gone: string): string | null {
  const after = before.slice(before.indexOf(gone) + 1).find(key => left.includes(key))
  return after ?? left.at(-1) ?? null
}
