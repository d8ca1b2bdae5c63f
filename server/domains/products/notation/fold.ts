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

/** Lower case, and one letter for those that look alike in Cyrillic and Latin capitals: «ОКС» and "OKC" are one word. */
export const foldLetters = (text: string) =>
  text.toLowerCase().replace(/[а-яёø⌀∅]/g, letter => lookAlikes[letter] ?? letter)
