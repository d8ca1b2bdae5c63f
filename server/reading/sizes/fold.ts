const lookAlikes: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ø: 'Ø',
  '⌀': 'Ø',
  '∅': 'Ø',
}

/** Lower case, with one letter for Cyrillic and Latin capitals that look alike: «ОКС» and "OKC" are equal. */
export const foldLetters = (text: string) =>
  text.toLowerCase().replace(/[а-яёø⌀∅]/g, letter => lookAlikes[letter] ?? letter)
