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

/** What may stand where a name has neither a letter nor a digit, and before and behind it. */
const gap = '[^0-9A-Za-zА-Яа-яЁё]*'
/** What else becomes this letter, beside its capital. */
const variants: Record<string, string[]> = { е: ['ё', 'Ё'], i: ['\u0130'], k: ['\u212a'] }

function letterPattern(letter: string): string {
  const composed = [letter, letter.toUpperCase(), ...(variants[letter] ?? [])]
  return `(?:${[...new Set([...composed, ...composed.map(each => each.normalize('NFD'))])].join('|')})`
}

/**
 * A regular expression, for the database too, that fits everything that is this name (normalizeName), and little else.
 * It asks no locale what a capital is.
 */
export function spellingPattern(name: string): string {
  const parts = normalizeName(name).match(/\p{L}|[0-9]|[^\p{L}0-9]+/gu) ?? []
  const patterns = parts.map(part => (/\p{L}/u.test(part) ? letterPattern(part) : /[0-9]/.test(part) ? part : gap))
  return `^${gap}${patterns.join('')}${gap}$`
}
