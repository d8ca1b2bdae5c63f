/** A longer one is a text without spaces, not a hashtag. */
const longest = 255

/**
 * The hashtags of a text without '#', each in its first spelling: letters of any script with their marks, digits and
 * '_'.
 */
export function hashtagsOf(text: string): string[] {
  const names = [...text.normalize('NFC').matchAll(/#([\p{L}\p{M}\p{Nd}_]+)/gu)].flatMap(([, name]) => name ?? [])
  const bySpelling = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (name.length <= longest && !bySpelling.has(key)) bySpelling.set(key, name)
  }
  return [...bySpelling.values()]
}
