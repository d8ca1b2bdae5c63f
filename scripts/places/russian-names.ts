/** GeoNames' transliteration of Russian letters (BGN/PCGN); «е» and «ё» depend on the letter before. */
const latin: Record<string, string> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
  },
  ...{ п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '”', ы: 'y' },
  ...{ ь: '’', э: 'e', ю: 'yu', я: 'ya' },
}
const vowelOrSign = /[аеёиоуыэюяьъй\s-]/u

function romanize(name: string): string {
  let written = ''
  let before = ' '
  for (const letter of name.toLowerCase()) {
    if (letter === 'е') written += vowelOrSign.test(before) ? 'ye' : 'e'
    else if (letter === 'ё') written += vowelOrSign.test(before) ? 'yë' : 'ë'
    else written += latin[letter] ?? letter
    before = letter
  }
  return written
}

const exact = (name: string) => name.toLowerCase().replace(/['‘′ʹ`]/g, '’')
/** Ignores soft and hard signs, «ё» and English transliteration. */
const loose = (name: string) =>
  exact(name)
    .replace(/[’”"\s.-]/g, '')
    .replaceAll('ë', 'e')
    .replace(/y[eo]/g, 'e')
    .replace(/iy|yy|yi/g, 'y')
    .replaceAll('ei', 'ey')
    .replaceAll('kh', 'h')

export const isRussianName = (name: string): boolean => /^[А-ЯЁ][А-Яа-яЁё0-9 .-]*$/u.test(name)

/** Restores «ё» in a name according to the Latin spelling. */
function withYo(name: string, spelled: string): string {
  const places = [...name.matchAll(/е/g)].map(({ index }) => index)
  const variants = places.map(index => `${name.slice(0, index)}ё${name.slice(index + 1)}`)
  return variants.find(variant => romanize(variant) === exact(spelled)) ?? name
}

/** Spellings of other languages: «Ангарськ», «Торопець», «Тихвинъ». */
const isForeign = (name: string) => /[сзц]ьк|ць$|ъ(?![еёюя])/u.test(name)
const skeleton = (name: string) => name.toLowerCase().replaceAll('ё', 'е').replace(/[ьъ]/g, '')
const signs = (name: string) => name.match(/[ёьъ]/g)?.length ?? 0

/**
 * The Russian name among a place's Cyrillic names, which are in several languages and from several times: the one that
 * matches GeoNames' main Latin name, possibly without soft signs. `null` if none or several match.
 */
export function pickRussianName([official = '', ...spellings]: string[], candidates: string[]): string | null {
  const meant = candidates.filter(name => !isForeign(name) && loose(romanize(name)) === loose(official))
  const best = [
    meant.filter(name => romanize(name) === exact(official)),
    meant.filter(name => spellings.some(spelling => romanize(name) === exact(spelling))),
    meant,
  ].find(names => names.length > 0)
  const skeletons = new Set(best?.map(skeleton))
  if (skeletons.size !== 1) return null
  const alike = meant.filter(name => skeletons.has(skeleton(name))).toSorted((one, other) => signs(other) - signs(one))
  return withYo(alike[0] ?? '', official)
}
