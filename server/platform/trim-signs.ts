/**
 * A text without these signs at its ends; `signs` matches one. A pattern such as `[,;]+$` would do the same, but looks
 * at a run of signs in the middle of the text once for each of them.
 */
export function trimSigns(text: string, signs: RegExp, endSigns = signs): string {
  let start = 0
  let end = text.length
  while (start < end && signs.test(text[start] ?? '')) start++
  while (end > start && endSigns.test(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
