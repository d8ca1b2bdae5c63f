import { withoutInvisible } from '#contract/common.ts'

/** Names that differ only in case, spaces, kind of quotes, invisible characters or ё are equal. */
export function normalizeName(name: string): string {
  return withoutInvisible(name)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/["'`´«»‘’‚‛“”„‟‹›′″]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/** The pattern for a position without letters and digits, and for the ends of a name. */
const gap = '[^0-9A-Za-zА-Яа-яЁё]*'
/** Other characters that normalise to this letter, besides its capital. */
const variants: Record<string, string[]> = { е: ['ё', 'Ё'], i: ['\u0130'], k: ['\u212a'] }

function letterPattern(letter: string): string {
  const composed = [letter, letter.toUpperCase(), ...(variants[letter] ?? [])]
  return `(?:${[...new Set([...composed, ...composed.map(each => each.normalize('NFD'))])].join('|')})`
}

/**
 * A regular expression, also for PostgreSQL, that matches every spelling of this name (normalizeName), and little else.
 * It does not depend on the locale's case rules.
 */
export function spellingPattern(name: string): string {
  const parts = normalizeName(name).match(/\p{L}|[0-9]|[^\p{L}0-9]+/gu) ?? []
  const patterns = parts.map(part => (/\p{L}/u.test(part) ? letterPattern(part) : /[0-9]/.test(part) ? part : gap))
  return `^${gap}${patterns.join('')}${gap}$`
}
