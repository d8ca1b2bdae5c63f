import { foldLetters, scriptOf } from './letters.ts'
import type { PlantNames } from './name-index.ts'
import { isAdjective, stemOf } from './russian-forms.ts'
import { littleWords, ranks } from './trade-words.ts'

/** The words of a name in the directory, in lower case with accents. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’`][\p{L}\p{M}]+)*/gu) ?? [])
    .map(word => word.replace(/['’`]/g, ''))
    .filter(word => word !== '×' && word !== 'x' && word !== 'х')

export interface NameParts {
  latin: { genus: string; species: string[] }
  russian: { species: string[] }
  /** Every spelling of the cultivar; empty for a species. */
  cultivars: string[][]
  /** From the synonyms: other names of the genus, the species, and of both together. */
  others: { genus: string[][]; species: string[][]; whole: string[][] }
}

/** Separates the quoted cultivar; the quotes may contain an apostrophe. */
function cutCultivar(text: string): { head: string; cultivar: string | null } {
  const found = /(?:^|\s)['‘’"«“„](.+)['’‘"»”“](?=$|[\s)])/.exec(text)
  if (!found) return { head: text, cultivar: null }
  return { head: text.slice(0, found.index), cultivar: found[1] ?? '' }
}

const withoutRanks = (words: string[]) => words.filter(word => !ranks.has(word))
/** The words after the leading ones that are the species' own. */
const afterOwn = (words: string[], isOwn: (word: string) => boolean) => {
  const end = words.findIndex(word => !isOwn(word))
  return end < 0 ? [] : words.slice(end)
}
const isSame = (one: string, other: string) => stemOf(foldLetters(one)) === stemOf(foldLetters(other))

/** Names of genera are nouns; «чий» is one. */
const mayBeGenus = (word: string) => word.length < 5 || !isAdjective(foldLetters(word))

/** The words after `start`, compared in any grammatical form; null if the list does not begin with it. */
function after(words: string[], start: string[]): string[] | null {
  return start.length > 0 && start.every((word, at) => words[at] !== undefined && isSame(words[at], word))
    ? words.slice(start.length)
    : null
}

/** Splits a plant's names into genus, species and cultivar, including its synonyms. */
export function nameParts({ genus, name, latinName, synonyms, tradeNames }: PlantNames): NameParts {
  const genusWords = wordsOf(genus.name)
  const latin = cutCultivar(latinName)
  const russian = cutCultivar(name)
  const [latinGenus = '', ...latinSpecies] = withoutRanks(wordsOf(latin.head))
  const russianHead = withoutRanks(wordsOf(russian.head))
  const russianSpecies = after(russianHead, genusWords) ?? russianHead
  const parts: NameParts = {
    latin: { genus: foldLetters(latinGenus), species: latinSpecies },
    russian: { species: russianSpecies },
    cultivars: [],
    others: { genus: [], species: [], whole: [] },
  }
  const isCultivar = latin.cultivar !== null || russian.cultivar !== null
  for (const cultivar of [latin.cultivar, russian.cultivar]) if (cultivar) parts.cultivars.push(wordsOf(cultivar))
  const isOwnSpecies = (word: string) => [...latinSpecies, ...russianSpecies].some(own => isSame(own, word))

  const readLatin = (text: string) => {
    const written = text.replaceAll('×', ' ').trim().split(/\s+/)
    const words = withoutRanks(wordsOf(text))
    // "Soleil d'Or" and "Rose de Rescht" are names of cultivars.
    const isBinomial =
      /^\p{Lu}/u.test(written[0] ?? '') &&
      /^\p{Ll}[^'’`]*$/u.test(written[1] ?? '') &&
      !littleWords.has(foldLetters(written[1] ?? ''))
    const [first = '', ...rest] = words
    if (!isBinomial) {
      const cultivar = foldLetters(first) === parts.latin.genus ? rest : words
      if (isCultivar) parts.cultivars.push(cultivar)
      return
    }
    const isOwnGenus = foldLetters(first) === parts.latin.genus
    if (!isOwnGenus) parts.others.genus.push([first])
    // "Padus avium": under the plant's own genus the word may be another species'.
    const pushSpecies = (words: string[]) => {
      if (isOwnGenus) parts.others.species.push(words)
      else parts.others.whole.push([first, ...words])
    }
    const capital = written.slice(1).find(word => /^\p{Lu}/u.test(word))
    const end = capital === undefined ? rest.length : rest.indexOf(wordsOf(capital)[0] ?? '')
    const species = rest.slice(0, end)
    const cultivar = rest.slice(end)
    if (!isCultivar) pushSpecies(rest)
    else if (cultivar.length > 0) {
      parts.cultivars.push(cultivar)
      pushSpecies(species)
    } else parts.cultivars.push(afterOwn(species, isOwnSpecies))
  }

  const readRussian = (text: string) => {
    const words = wordsOf(text)
    const rest = after(words, genusWords)
    if (rest) {
      if (isCultivar) parts.cultivars.push(afterOwn(rest, isOwnSpecies))
      else parts.others.species.push(rest)
      return
    }
    const own = words.findIndex(isOwnSpecies)
    if (own > 0) {
      // «шиповник морщинистый белый»; the first word of «сизая канадская» names no genus.
      const genus = words.slice(0, own)
      if (genus.some(mayBeGenus)) parts.others.genus.push(genus)
      const tail = words.slice(own).filter(word => !isOwnSpecies(word))
      if (isCultivar && tail.length > 0) parts.cultivars.push(tail)
    } else if (isCultivar) parts.cultivars.push(words)
    else parts.others.whole.push(words)
  }

  const listed = (text: string | null | undefined) =>
    (text ?? '')
      .split(';')
      .map(each => each.trim())
      .filter(Boolean)
  for (const text of listed(synonyms)) {
    const { head, cultivar } = cutCultivar(text)
    if (cultivar === null) {
      if (scriptOf(foldLetters(text)) === 'latin') readLatin(text)
      else readRussian(text)
      continue
    }
    const words = withoutRanks(wordsOf(head))
    const [first, ...rest] = words
    const quoted = wordsOf(cultivar)
    // A subspecies that was formerly a cultivar: "Pseudotsuga menziesii 'Glauca'".
    const tail = isCultivar ? [] : quoted
    if (isCultivar) parts.cultivars.push(quoted)
    if (first === undefined) continue
    const ofOwnGenus = after(words, genusWords) ?? (foldLetters(first) === parts.latin.genus ? rest : null)
    if (ofOwnGenus) parts.others.species.push([...ofOwnGenus, ...tail])
    else if (!mayBeGenus(first)) parts.others.species.push([...words, ...tail])
    else {
      parts.others.genus.push([first])
      if (rest.length > 0) parts.others.whole.push([first, ...rest, ...tail])
    }
  }
  // What a cultivar is sold under, never a genus with a species: "Diable d'Or", "You and Me".
  for (const text of listed(tradeNames)) {
    const words = wordsOf(cutCultivar(text).cultivar ?? text)
    parts.cultivars.push(foldLetters(words[0] ?? '') === parts.latin.genus ? words.slice(1) : words)
  }
  parts.others.species = parts.others.species.filter(words => words.length > 0)
  parts.cultivars = isCultivar ? parts.cultivars.filter(words => words.length > 0) : []
  return parts
}
