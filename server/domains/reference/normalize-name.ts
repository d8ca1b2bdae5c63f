/** Names that differ only in case, spaces, the kind of quotes or ё are one name. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/["'`´«»‘’‚‛“”„‟‹›′″]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}
