/** The beginning of a text in whole graphemes: one visible character may be several code units. */
export function cutText(text: string, length: number, ending = ''): string {
  const letters = [...text]
  return letters.length <= length ? text : letters.slice(0, length).join('') + ending
}
