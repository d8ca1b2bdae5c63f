/** Case, «ё», quotes and the kinds of dashes and spaces are ignored in a search for a name. */
export function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['"`´‘’‚‛“”„«»]/g, '')
    .replace(/[\s\-‐‑–—]+/g, ' ')
    .trim()
}

/** The options that contain every word of what was typed, those that begin with it first. */
export function matchingOptions(options: readonly string[], typed: string): string[] {
  const text = foldName(typed)
  const words = text.split(' ')
  const matching = options.filter(option => words.every(word => foldName(option).includes(word)))
  const starts = (option: string) => foldName(option).startsWith(text)
  return [...matching.filter(starts), ...matching.filter(option => !starts(option))]
}
