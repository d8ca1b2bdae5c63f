/** The columns by which a place is found. */
export interface NamedPlace {
  id: number
  name: string
  regionId: number
  population: number
}

/** The words of a name, with small letters and without «ё». */
export const placeWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** «г. Тверь», «пос. Тельмана»; alone, such a word is searched as a name. */
const kinds = new Set('г город п пос поселок пгт рп с село д дер деревня ст станица х хутор'.split(' '))
/** What people say instead of a name. */
export const shortNames = new Map([
  ['спб', 'санкт петербург'],
  ['питер', 'санкт петербург'],
  ['мск', 'москва'],
  ['екб', 'екатеринбург'],
])
const mostWords = 8

/** The number of wrong letters allowed in a word of this length. */
const tolerance = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Whether the word begins with the typed one, with at most this many letters wrong, missing, added or swapped. */
function beginsNearly(word: string, typed: string, allowed: number): boolean {
  if (allowed === 0 || word.length < typed.length - allowed) return false
  const width = Math.min(word.length, typed.length + allowed)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? row) + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return Math.min(...last) <= allowed
}

interface Entry extends NamedPlace {
  words: string[]
}

/** The rank of a place for the typed words, lowest first; `null` if it does not match. */
function rankOf(
  { words }: Entry,
  typed: string[],
  regionWords: string[],
  begins: (word: string, typed: string) => boolean,
) {
  if (words.length === typed.length && words.every((word, index) => word === typed[index])) return 0
  const isNamed = (one: string) => words.some(word => begins(word, one))
  if (!isNamed(typed[0] ?? '') && !typed.some(isNamed)) return null
  if (typed.every((one, index) => begins(words[index] ?? '', one))) return 1
  if (typed.every(isNamed)) return 2
  return typed.every(one => isNamed(one) || regionWords.some(word => word.startsWith(one))) ? 3 : null
}

/** Finds places by prefixes of the words of their names, and of their regions'; with typos if nothing matches. */
export function placeIndex(all: NamedPlace[]) {
  const entries: Entry[] = all
    .map(place => ({ ...place, words: placeWords(place.name) }))
    .toSorted((one, other) => other.population - one.population || one.id - other.id)

  const regionIds = [...new Set(all.map(place => place.regionId))]

  return function find(text: string, regionName: (id: number) => string, limit: number): NamedPlace[] {
    const said = placeWords(text).flatMap(word => shortNames.get(word)?.split(' ') ?? [word])
    const named = said.filter(word => !kinds.has(word))
    const typed = (named.length > 0 ? named : said).slice(0, mostWords)
    if (typed.length === 0) return entries.slice(0, limit)
    const regions = new Map(regionIds.map(id => [id, placeWords(regionName(id))]))
    const ranked = (begins: (word: string, typed: string) => boolean) =>
      entries
        .map(entry => ({ entry, rank: rankOf(entry, typed, regions.get(entry.regionId) ?? [], begins) }))
        .filter(({ rank }) => rank !== null)
        .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
        .slice(0, limit)
        .map(({ entry }) => entry)
    const exact = ranked((word, one) => word.startsWith(one))
    if (exact.length > 0) return exact
    return ranked((word, one) => word.startsWith(one) || beginsNearly(word, one, tolerance(one.length)))
  }
}
