/** Lists of words of which a part is closed: drawn only with `--closed`. */
export interface Halves<Entry> {
  open: readonly Entry[]
  closed: readonly Entry[]
}

export const halves = <Entry>(open: readonly Entry[], closed: readonly Entry[]): Halves<Entry> => ({ open, closed })

/** Lists of open words by key with the closed ones of the same keys. */
export const halvesByKey = <Key extends string, Entry>(
  open: Record<Key, readonly Entry[]>,
  closed: Record<NoInfer<Key>, readonly NoInfer<Entry>[]>,
): Record<Key, Halves<Entry>> => {
  const entries = Object.entries(open) as [Key, readonly Entry[]][]
  return Object.fromEntries(entries.map(([key, own]) => [key, halves(own, closed[key])])) as Record<Key, Halves<Entry>>
}

/** Entries are divided by ` | `; `\n` is a new line in a cell. */
export const words = (text: string): string[] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map(word => word.replaceAll('\\n', '\n'))
