const russian = new Intl.Collator('ru', { numeric: true, ignorePunctuation: true })

/** Names in Russian order: «Ё» with «Е», capitals with small letters, Cyrillic before Latin. */
export const sortNames = (names: readonly string[]): string[] => names.toSorted(russian.compare)

/** The same for objects with a name. */
export const byName = <Item extends { name: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => russian.compare(one.name, other.name))
