import { type Beginning, type NameIndex, skeletonsOf } from './name-index.ts'
import { isAdjective, mayBeAdjective, stemOf } from './russian-forms.ts'
import { type Sound, soundDistance, soundsOfText, withoutGender } from './sounds.ts'

/** A word of the directory that may be meant by a word of a text. */
export interface Hit {
  word: number
  quality: number
  /** `typo`: the same alphabet, other letters. `start`: an abbreviation. */
  how: 'same' | 'form' | 'sound' | 'typo' | 'start'
}

/** Below this quality it is a different word. */
const leastQuality = 0.8
const mostRemembered = 20_000
/** Maximum of sounds compared for one word; the skeletons of real words have far fewer. */
const mostCompared = 600

const isCyrillic = (text: string) => /[а-я]/.test(text)

/** How much a word of this length may differ. */
const allowance = (length: number) => (length < 4 ? 0.3 : length < 6 ? 0.2 * length : Math.min(0.22 * length, 2.6))

type Add = (word: number, quality: number, how: Hit['how']) => void

/** The directory's words that a folded word may mean; cached. */
export function findWords(index: NameIndex, text: string): Hit[] {
  const known = index.remembered.hits.get(text)
  if (known) return known
  const hits = collect(add => {
    addEqual(index, text, add)
    const isGenus = (word: number) => index.words[word]?.isGenus ?? false
    const same = [index.exact.get(text) ?? -1, ...(index.forms.get(text) ?? [])]
    // A word spelled like a genus is not a misspelled cultivar.
    if (text.length > 2 && !/\d/.test(text) && !same.some(isGenus)) addNear(index, text, add)
  })
  if (index.remembered.hits.size >= mostRemembered) index.remembered.hits.clear()
  index.remembered.hits.set(text, hits)
  return hits
}

/** The words that are spelled or sound the same. */
export const findEqual = (index: NameIndex, text: string): Hit[] => collect(add => addEqual(index, text, add))

function collect(fill: (add: Add) => void): Hit[] {
  const best = new Map<number, Hit>()
  fill((word, quality, how) => {
    const before = best.get(word)
    if (!before || before.quality < quality) best.set(word, { word, quality, how })
  })
  return [...best.values()]
}

function addEqual(index: NameIndex, text: string, add: Add) {
  const same = index.exact.get(text)
  if (same !== undefined) add(same, 1, 'same')
  for (const word of index.forms.get(text) ?? []) add(word, 0.99, 'form')
  const isRussian = isCyrillic(text)
  if (isRussian) {
    const stem = stemOf(text)
    for (const word of index.stems.get(stem) ?? []) {
      const { text: name = '', isGenus = false, isSpecies = false } = index.words[word] ?? {}
      if (!isGenus && isAdjective(name) && !mayBeAdjective(text, stem)) continue
      // «руб» is not a case form of «Руби».
      if (isGenus || isSpecies || stem.length > 3) add(word, 0.99, 'form')
    }
  }
  if (text.length < 2 || /\d/.test(text)) return
  for (const sound of soundsOfText(text)) {
    addSound(index, text, sound, 0, 1, add)
    const stem = withoutGender(sound)
    if (stem !== null) addSound(index, text, stem, 0.2, 10, add)
  }
}

/** Adds the words with a sound at this distance, relative to a length. */
function addSound(index: NameIndex, text: string, sound: Sound, distance: number, length: number, add: Add) {
  const script = isCyrillic(text)
  for (const word of index.sounds.get(sound) ?? []) {
    const name = index.words[word]?.text ?? ''
    const isSameScript = isCyrillic(name) === script
    // A transcribed name has many spellings; a name in its own alphabet has one.
    const quality = 1 - (isSameScript ? 0.03 : 0.015) - (0.85 * distance) / length
    if (quality < leastQuality || (isSameScript && name[0] !== text[0] && quality < 0.88)) continue
    add(word, quality, isSameScript ? 'typo' : 'sound')
  }
}

function addNear(index: NameIndex, text: string, add: Add) {
  let compared = 0
  for (const sound of soundsOfText(text)) {
    const most = allowance(sound.length)
    const seen = new Set([sound])
    for (const skeleton of skeletonsOf(sound)) {
      for (const other of index.skeletons.get(skeleton) ?? []) {
        if (Math.abs(other.length - sound.length) > 4 || seen.has(other)) continue
        seen.add(other)
        if (++compared > mostCompared) return
        const distance = soundDistance(sound, other, most)
        if (distance <= most) addSound(index, text, other, distance, Math.max(sound.length, other.length), add)
      }
    }
  }
}

/** The words with this prefix, at most `most`. */
export function wordsFrom(sorted: Beginning[], start: string, most: number): number[] {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.text ?? '') < start) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  for (let at = low; at < sorted.length && found.length < most; at++) {
    const entry = sorted[at]
    if (!entry?.text.startsWith(start)) break
    found.push(entry.word)
  }
  return found
}
