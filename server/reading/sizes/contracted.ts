/**
 * Words from which people cut the middle: «выс-та», «стоим-ть», «к-р». A hyphened word is written in full if it begins
 * and ends as one of `words` does, and at least three letters of it are there or it is one of `short`.
 */
export const inFull = (text: string, words: string[], short: Record<string, string> = {}): string =>
  text.includes('-')
    ? text.replaceAll(/(?<!\p{L})(\p{L}{1,12})-(\p{L}{1,4})(?!\p{L})/gu, (written, from: string, to: string) => {
        const [start, end] = [from.toLowerCase(), to.toLowerCase()]
        const known = short[`${start}-${end}`]
        if (known !== undefined || start.length + end.length < 3) return known ?? written
        const isMeant = (word: string) =>
          word.startsWith(start) && word.endsWith(end) && word.length > start.length + end.length
        return words.find(isMeant) ?? written
      })
    : text
