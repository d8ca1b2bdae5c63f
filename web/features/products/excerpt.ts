/** The beginning of a text, cut after a whole word. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length + 1)
  const end = cut.search(/\s\S*$/)
  return `${cut.slice(0, end > 0 ? end : length).replace(/[\s.,;:–-]+$/, '')}…`
}
