const russian = new Intl.Collator('ru', { numeric: true, ignorePunctuation: true })

/** Names as a Russian reader looks for them: «Ё» beside «Е», capitals beside small letters, Cyrillic before Latin. */
export const inOrder = (names: readonly string[]): string[] => names.toSorted(russian.compare)

/** The same for what has a name. */
export const byName = <Item extends { name: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => russian.compare(one.name, other.name))
