/** A longer one is no hashtag but a text without spaces. */
const longest = 255

/**
 * The hashtags of a text without their '#', in the spelling in which each comes first: letters of any script with
 * their marks, digits and '_'.
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
