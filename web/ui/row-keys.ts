/** What a key does to the row in which the focus is. */
export type RowAction =
  | { do: 'move'; by: 1 | -1 }
  /** The candidate at this place, from 0. */
  | { do: 'choose'; place: number }
  | { do: 'none' }
  | { do: 'skip' }
  | { do: 'edit' }

interface Key {
  key: string
  /** The key's place on the keyboard: letters work in the Russian layout too. */
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const letters: Record<string, RowAction> = {
  KeyJ: { do: 'move', by: 1 },
  KeyK: { do: 'move', by: -1 },
  ArrowDown: { do: 'move', by: 1 },
  ArrowUp: { do: 'move', by: -1 },
  KeyS: { do: 'skip' },
  KeyE: { do: 'edit' },
}

/** `candidates`: how many plants the row may be. */
export function rowAction(
  { key, code, altKey, ctrlKey, metaKey, shiftKey }: Key,
  candidates: number,
): RowAction | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === '0') return { do: 'none' }
  if (/^[1-9]$/.test(key)) return Number(key) <= candidates ? { do: 'choose', place: Number(key) - 1 } : null
  return letters[code] ?? null
}

/** Where the focus goes when its row has gone: to the next one that is left, else to the last. `null`: none is left. */
export function nextFocus(before: readonly string[], left: readonly string[], gone: string): string | null {
  const after = before.slice(before.indexOf(gone) + 1).find(key => left.includes(key))
  return after ?? left.at(-1) ?? null
}
