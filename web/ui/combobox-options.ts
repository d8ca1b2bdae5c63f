import { plainName } from '#web/lib/plain-name.ts'

/** Normalises a name for searching: ignores case, «ё», quotes and the kinds of dashes and spaces. */
export function foldName(text: string): string {
  return plainName(text)
    .replace(/['"`´‘’‚‛“”„«»]/g, '')
    .replace(/[\s\-‐‑–—]+/g, ' ')
    .trim()
}

/** The options that contain every word typed, those that begin with the text first. */
export function matchingOptions(options: readonly string[], typed: string): string[] {
  const text = foldName(typed)
  const words = text.split(' ')
  const matching = options.filter(option => words.every(word => foldName(option).includes(word)))
  const starts = (option: string) => foldName(option).startsWith(text)
  return [...matching.filter(starts), ...matching.filter(option => !starts(option))]
}
