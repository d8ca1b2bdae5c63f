/** Where a text may contain an address: what people type, with the characters right after it. */
export const addressPattern = String.raw`https?:\/\/[^\s<>"«»]+`

/**
 * The address in what the pattern has found: the end of a sentence is no part of it, nor is a bracket that was opened
 * before it. `null` when it is none.
 */
export function foundAddress(found: string): string | null {
  const text = found.replace(/[.,;:!?…'’”*_]+$/u, '')
  if (text.endsWith(')') && !text.includes('(')) return foundAddress(text.slice(0, -1))
  return URL.canParse(text) ? text : null
}
