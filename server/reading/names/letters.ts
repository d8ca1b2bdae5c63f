export type Script = 'cyrillic' | 'latin'

const separateLetters: Record<string, string> = { ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i', і: 'и' }

/** Lower case without accents; ё becomes е, й is kept. */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-zа-я\d]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/(и\u0306)|[\u0300-\u036f]/g, '$1')
    .normalize('NFC')
    .replace(/[łøßæœđıі]/g, letter => separateLetters[letter] ?? letter)
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' }

/** «Späth» is also written "Spaeth". */
export const spellOutUmlauts = (text: string) =>
  foldLetters(
    text
      .toLowerCase()
      .normalize('NFC')
      .replace(/[äöüå]/g, letter => umlauts[letter] ?? letter),
  )

export const scriptOf = (folded: string): Script => (/[а-я]/.test(folded) ? 'cyrillic' : 'latin')

/** Letters that look alike, at least as capitals. */
const pairs = 'aа bв cс eе hн kк mм oо pр tт xх yу'.split(' ')
const cyrillicLook = new Map(pairs.map(([latin = '', cyrillic = '']) => [latin, cyrillic]))
const latinLook = new Map(pairs.map(([latin = '', cyrillic = '']) => [cyrillic, latin]))

const replaceAll = (word: string, looks: Map<string, string>) =>
  word.replace(/./gu, letter => looks.get(letter) ?? letter)

/** A folded text with Cyrillic letters that look like Latin ones written as these. */
export const inLatinLook = (folded: string) => replaceAll(folded, latinLook)

/**
 * The ways to read a folded word in one alphabet. A word with letters of two alphabets belongs to the one with more
 * unmistakable letters («Smаragd» with a Cyrillic а); a word of look-alikes only may belong to either.
 */
export function readAlphabets(folded: string): string[] {
  const latin = folded.match(/[a-z]/g)?.length ?? 0
  const cyrillic = folded.match(/[а-я]/g)?.length ?? 0
  if (latin > 0 && cyrillic > 0) {
    const onlyLatin = folded.match(/[dfgijlnqrsuvwz]/g)?.length ?? 0
    const onlyCyrillic = folded.match(/[бгджзийлпфцчшщъыьэюя]/g)?.length ?? 0
    if (onlyLatin > onlyCyrillic) return [inLatinLook(folded)]
    if (onlyCyrillic > onlyLatin) return [replaceAll(folded, cyrillicLook)]
    return [replaceAll(folded, cyrillicLook), inLatinLook(folded)]
  }
  if (folded.length > 2 && /^[abcehkmoptxy]+$/.test(folded)) return [folded, replaceAll(folded, cyrillicLook)]
  if (folded.length > 2 && /^[авсенкмортху]+$/.test(folded)) return [folded, inLatinLook(folded)]
  return [folded]
}

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const toRussian = new Map([...latinKeys].map((key, at) => [key, russianKeys[at] ?? key]))
const toLatin = new Map([...russianKeys].map((key, at) => [key, latinKeys[at] ?? key]))
// The same keys with Shift.
for (const [shifted, key] of Object.entries({ '{': 'х', '}': 'ъ', ':': 'ж', '"': 'э', '<': 'б', '>': 'ю', '~': 'ё' })) {
  toRussian.set(shifted, key)
}

/**
 * The text as typed in the other keyboard layout: «nez cvfhful» is «туя смарагд». Only words with a letter of the
 * source layout change. Null if there are none.
 */
export function swapKeyboardLayout(text: string): string | null {
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const cyrillic = text.match(/[а-яё]/gi)?.length ?? 0
  if (latin + cyrillic === 0) return null
  const isLatin = latin >= cyrillic
  const keys = isLatin ? toRussian : toLatin
  const typed = isLatin ? /[a-z]/i : /[а-яё]/i
  return text
    .toLowerCase()
    .replace(/\S+/g, word => (typed.test(word) ? word.replace(/./gu, key => keys.get(key) ?? key) : word))
}
