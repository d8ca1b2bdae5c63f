const ending =
  /(?:ыми|ими|ого|его|ому|ему|ами|ями|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ым|им|ом|ем|ых|их|ою|ею|ам|ям|ах|ях|ов|ев|а|я|о|е|ы|и|у|ю|ь|й)$/

/** The part of a Russian word shared by its cases, numbers and genders; short words keep their endings. */
export function stemOf(folded: string): string {
  // «девичий», «девичьего»
  const stem = folded.replace(ending, '').replace(/(?<=.{4})ь$/, '')
  return stem.length >= 3 ? stem : folded
}

/** An adjective in the nominative, as lists of words and the directory have it. */
export const isAdjective = (folded: string) => /(?:ая|яя|ое|ее|ый|ий|ой|ые)$/.test(folded)

/**
 * Whether a word with the stem of an adjective may be a form of it. «Голубь» is none of «голубой», but «голуб», «голубо»
 * and «голубую» are.
 */
export const mayBeAdjective = (folded: string, stem: string) =>
  folded === stem ||
  /(?:ыми|ими|ого|его|ому|ему|ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ым|им|ом|ем|ых|их|ою|ею|о|е)$/.test(folded)

const endings = 'а ы е у ой ам ами ах я и ю ей й ям ями ях ь ью ов ом'.split(' ')

/** Forms of a noun in the directory that its stem does not cover: «ель», «ели»; «сосна», «сосен»; «дерен», «дерны». */
export function formsOfNoun(folded: string): string[] {
  const root = folded.replace(/[аяьйы]$/, '')
  const forms: string[] = []
  if (root.length < 3 || folded.length < 5) {
    forms.push(...endings.map(each => root + each))
    if (root.length >= 2) forms.push(root)
  }
  if (/[^аеиоуыэюяьй][нклцв][ая]$/.test(folded)) {
    forms.push(`${root.slice(0, -1)}е${root.slice(-1)}`, `${root.slice(0, -1)}о${root.slice(-1)}`)
  }
  // A vowel that disappears in the other cases.
  if (/(?:ец|ен|ок|ек)$/.test(folded)) {
    const oblique = root.slice(0, -2) + root.slice(-1)
    forms.push(...['а', 'ы', 'и', 'у', 'ом', 'ов', 'е'].map(each => oblique + each))
  }
  return [...new Set(forms)].filter(form => form !== folded && form.length > 1)
}
