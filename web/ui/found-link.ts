/** Matches a possible address in a typed text, with the characters right after it. */
export const addressPattern = String.raw`https?:\/\/[^\s<>"«»]+`

const endOfSentence = /[.,;:!?…'’”*_]/u

/**
 * The address in a match of the pattern, without punctuation at the end of a sentence and without closing brackets if
 * none was opened before them. `null` if it is not an address.
 */
export function foundAddress(found: string): string | null {
  const hasBrackets = found.includes('(')
  let end = found.length
  // A pattern with `$` would look at punctuation in the middle once for each of its signs.
  while (end > 0 && (endOfSentence.test(found[end - 1] ?? '') || (found[end - 1] === ')' && !hasBrackets))) end--
  const text = found.slice(0, end)
  return URL.canParse(text) ? text : null
}
