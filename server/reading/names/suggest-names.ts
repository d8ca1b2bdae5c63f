import { withoutInvisible } from '#contract/common.ts'
import { findWords, wordsFrom } from './find-words.ts'
import { swapKeyboardLayout } from './letters.ts'
import type { NameIndex } from './name-index.ts'
import { readText, type Token } from './read-text.ts'
import { soundsOfText } from './sounds.ts'

export interface Suggestion {
  kind: 'genus' | 'plant'
  id: number
}

const longestQuery = 100
const mostTokens = 6
const mostWords = 400
const mostSuggestions = 100

/** How well each genus and each plant matches one token. */
interface Fit {
  genera: Map<number, number>
  plants: Map<number, number>
}

/**
 * Genera and plants whose names contain words with these beginnings, the best first, for autocompletion: the last word
 * may be unfinished, and all words must match.
 */
export function suggestNames(index: NameIndex, typed: string, limit: number): Suggestion[] {
  const text = withoutInvisible(typed).slice(0, longestQuery)
  const most = Math.min(limit, mostSuggestions)
  const found = suggest(index, text, most)
  if (found.length > 0) return found
  const swapped = swapKeyboardLayout(text)
  return swapped === null ? [] : suggest(index, swapped, most)
}

function suggest(index: NameIndex, text: string, limit: number): Suggestion[] {
  const all = readText(text).slice(0, mostTokens)
  const last = all.at(-1)
  const isOpen = last !== undefined && last.end === text.trimEnd().length && !/\s$/.test(text)
  const fits: Fit[] = []
  for (const token of all) {
    const fit = fitOf(index, wordsOfToken(index, token, isOpen && token === last))
    if (fit.plants.size > 0) fits.push(fit)
    // A size is not part of a name; any other word without a match means that nothing matches.
    else if (!token.isRemark) return []
  }
  const [first, ...others] = fits
  if (!first) return []
  const genera = [...first.genera].flatMap(([genus, value]) => {
    const values = others.map(fit => fit.genera.get(genus) ?? 0)
    return values.includes(0) ? [] : [{ genus, value: sum(value, values) / fits.length }]
  })
  const plants = [...first.plants].flatMap(([plant, value]) => {
    const values = others.map(fit => fit.plants.get(plant) ?? 0)
    return values.includes(0) ? [] : [{ plant, value: sum(value, values) / fits.length }]
  })
  const rankOf = (plant: number) => index.plants[plant]?.rank ?? 0
  genera.sort((one, other) => other.value - one.value || plantsIn(index, other.genus) - plantsIn(index, one.genus))
  plants.sort((one, other) => Math.round((other.value - one.value) * 20) || rankOf(one.plant) - rankOf(other.plant))
  // Leaves room for plants if many genera match.
  const ofGenera = genera.slice(0, Math.ceil(limit / 2))
  return [
    ...ofGenera.map(({ genus }): Suggestion => ({ kind: 'genus', id: index.genera[genus]?.id ?? -1 })),
    ...plants.map(({ plant }): Suggestion => ({ kind: 'plant', id: index.plants[plant]?.id ?? -1 })),
  ].slice(0, limit)
}

const sum = (value: number, values: number[]) => values.reduce((total, each) => total + each, value)
const plantsIn = (index: NameIndex, genus: number) => index.genera[genus]?.plants.length ?? 0

/** The directory's words that a token equals or begins, with the quality of each match. */
function wordsOfToken(index: NameIndex, { readings }: Token, isOpen: boolean): Map<number, number> {
  const words = new Map<number, number>()
  const add = (word: number, value: number) => {
    if ((words.get(word) ?? 0) < value) words.set(word, value)
  }
  for (const reading of readings) {
    // Words before the last are often abbreviated too: «можж блю».
    if (isOpen || reading.length > 1) {
      for (const word of wordsFrom(index.beginnings.words, reading, mostWords)) add(word, isOpen ? 0.95 : 0.9)
      if (reading.length > 1) {
        for (const sound of soundsOfText(reading)) {
          for (const word of wordsFrom(index.beginnings.sounds, sound, mostWords)) add(word, 0.85)
        }
      }
    }
    for (const { word, quality } of findWords(index, reading)) add(word, quality > 0.95 ? quality : quality - 0.15)
  }
  return words
}

/**
 * The genera and plants that contain one of the words; a genus' words apply to its plants, a species' to its cultivars.
 */
function fitOf(index: NameIndex, words: Map<number, number>): Fit {
  const genera = new Map<number, number>()
  const species = new Map<number, number>()
  const plants = new Map<number, number>()
  const raise = (map: Map<number, number>, key: number, value: number) => {
    if ((map.get(key) ?? 0) < value) map.set(key, value)
  }
  for (const [word, value] of words) {
    for (const place of index.words[word]?.places ?? []) {
      const owner = index.owners[place >> 3]
      if (!owner) continue
      // A match of a name's first word ranks higher.
      const own = place & 7 ? value - 0.05 : value
      if (owner.kind === 'genus') raise(genera, owner.at, own)
      else if (owner.kind === 'species') raise(species, owner.at, own)
      else raise(plants, owner.at, own)
    }
  }
  for (const [genus, value] of genera)
    for (const plant of index.genera[genus]?.plants ?? []) raise(plants, plant, value)
  for (const [at, value] of species) for (const plant of index.species[at]?.plants ?? []) raise(plants, plant, value)
  return { genera, plants }
}
