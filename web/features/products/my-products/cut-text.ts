/** The beginning of a text, in whole letters: what people take for one may be several in memory. */
export function cutText(text: string, length: number, ending = ''): string {
  const letters = [...text]
  return letters.length <= length ? text : letters.slice(0, length).join('') + ending
}
