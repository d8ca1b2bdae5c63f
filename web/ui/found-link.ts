/** Matches a possible address in a typed text, with the characters right after it. */
export const addressPattern = String.raw`https?:\/\/[^\s<>"«»]+`

/**
 * The address in a match of the pattern, without punctuation at the end of a sentence and without a closing bracket
 * that was opened before it. `null` if it is not an address.
 */
export function foundAddress(found: string): string | null {
  const text = found.replace(/[.,;:!?…'’”*_]+$/u, '')
  if (text.endsWith(')') && !text.includes('(')) return foundAddress(text.slice(0, -1))
  return URL.canParse(text) ? text : null
}
