import { withoutIds } from '#contract/mentions.ts'

/** Characters of a text stored in the log. */
const nameLength = 80

/** The beginning of a text, in one line. */
export function beginningOf(text: string): string {
  // By code points, so that no emoji is split.
  const letters = [...withoutIds(text).replace(/\s+/g, ' ').trim()]
  return letters.length > nameLength ? `${letters.slice(0, nameLength).join('').trimEnd()}…` : letters.join('')
}
