import { findEqual, findWords, type Hit, wordsFrom } from './find-words.ts'
import { scriptOf } from './letters.ts'
import type { NameIndex } from './name-index.ts'
import type { Token } from './read-text.ts'
import { stemOf } from './russian-forms.ts'

/** A set of tokens as a bit mask: one bit per token number. */
export type Mask = number

/** How well the text matches one way to write a part of a name. */
export interface Found {
  /** The share of its words found in the text, by weight. */
  share: number
  quality: number
  mask: Mask
  /** All tokens that match one of its words, including repetitions in Russian and Latin. */
  repeated: Mask
  isShortened: boolean
  /** Each word is written as the directory has it, or as it sounds: no other form, no other letter. */
  isSpelled: boolean
  /** It only names a colour: see `Alternative`. */
  isVague: boolean
}

interface Placed {
  position: number
  quality: number
  mask: Mask
  how: Hit['how']
}

/** The parts of the directory's names found in a text. */
export interface Evidence {
  tokens: Token[]
  /** By number of the alternative. */
  found: Map<number, Found>
  /** For each mistyped token, the directory's word it was read as. */
  corrections: Map<number, number>
}

/** The least quality of a word of the same sound, also when it is written in two. */
const soundsAlike = 0.98

/** Limits for one text; beyond them only the worst matches of very common words are dropped. */
const mostPlaces = 12_000
const mostStarts = 300

const isNaming = (index: NameIndex, { word }: Hit) => index.words[word]?.isGenus || index.words[word]?.isSpecies

/** Cultivars have no fixed spelling in Russian letters: only a large difference counts as a typo. */
const isMistake = (index: NameIndex, hit: Hit) => hit.how === 'typo' && (isNaming(index, hit) || hit.quality < 0.93)

/**
 * How close a hit is to the intended word: for a Russian word, a Russian one that sounds the same ranks above a Latin
 * name that does.
 */
const nearness = ({ how, quality }: Hit, reading: string) =>
  how === 'sound' && scriptOf(reading) === 'cyrillic' ? quality - 0.02 : quality

function* hitsOf(index: NameIndex, tokens: Token[]): Generator<{ hit: Hit; mask: Mask; isJoined: boolean }> {
  const isKnown = tokens.map(() => false)
  for (const [at, token] of tokens.entries()) {
    let best = 0
    for (const [which, reading] of token.readings.entries()) {
      for (const hit of findWords(index, reading)) {
        if (token.isNumber && hit.how !== 'same') continue
        // «летняя» is not a misspelling of «лесная».
        if (token.isRemark && hit.quality < 0.96) continue
        if (which === 0 || hit.quality > 0.9) {
          if (hit.how === 'same' || hit.how === 'form') best = hit.quality
          if (hit.quality > 0.95 && isNaming(index, hit)) isKnown[at] = true
          yield { hit, mask: 1 << at, isJoined: false }
        }
      }
    }
    if (token.isNumber) continue
    yield* startsOf(index, token, at, best)
  }
  for (const at of tokens.keys()) yield* joinedFrom(index, tokens, at, isKnown)
}

/** Abbreviations: «т. зап.», «можж», «мет». */
function* startsOf(index: NameIndex, token: Token, at: number, best: number) {
  const shortest = token.isShortened ? 1 : 3
  for (const reading of token.readings) {
    if (reading.length < shortest || reading.length > 9) continue
    if (!token.isShortened && (token.isRemark || best > 0)) continue
    const stem = stemOf(reading)
    const start = !token.isShortened && stem.length > 4 ? stem : reading
    for (const word of wordsFrom(index.namingWords, start, mostStarts)) {
      const { text = '', isGenus } = index.words[word] ?? {}
      if (text.length < reading.length + 2 || (reading.length === 1 && !isGenus)) continue
      const quality = token.isShortened ? (reading.length === 1 ? 0.93 : 0.96) : 0.87
      yield { hit: { word, quality, how: 'start' } as Hit, mask: 1 << at, isJoined: false }
    }
  }
}

/** Words written apart or together: "Green Spire", «Лайм лайт», «мелко листная». */
function* joinedFrom(index: NameIndex, tokens: Token[], at: number, isKnown: boolean[]) {
  let text = tokens[at]?.readings[0] ?? ''
  let mask = 1 << at
  let isFamiliar = (isKnown[at] || tokens[at]?.isRemark) ?? false
  if (tokens[at]?.isNumber) return
  for (let next = at + 1; next < tokens.length && next < at + 4; next++) {
    const token = tokens[next]
    const before = tokens[next - 1]
    if (!token || !before || token.start - before.end > 2 || (token.isNumber && !/^\d+$/.test(token.readings[0] ?? '')))
      return
    const reading = token.readings[0] ?? ''
    if (!token.isNumber && scriptOf(reading) !== scriptOf(text)) return
    text += reading
    mask |= 1 << next
    if (text.length > 30) return
    isFamiliar ||= isKnown[next] || token.isRemark
    for (const hit of isFamiliar || next > at + 1 ? findEqual(index, text) : findWords(index, text)) {
      if (hit.quality > 0.88) yield { hit: { ...hit, quality: hit.quality - 0.005 }, mask, isJoined: true }
    }
  }
}

/**
 * Finds the parts of names that a text contains. The work is bounded by the number of tokens, not by the size of the
 * directory.
 */
export function gatherEvidence(index: NameIndex, tokens: Token[]): Evidence {
  const placed = new Map<number, Placed[]>()
  const corrections = new Map<number, { word: number; nearness: number; isSure: boolean }>()
  let places = 0
  let genusTokens = 0
  for (const { hit, mask, isJoined } of hitsOf(index, tokens)) {
    const word = index.words[hit.word]
    if (!word) continue
    places += word.places.length
    if (places > mostPlaces) break
    if (!isJoined) {
      const at = 31 - Math.clz32(mask)
      const near = nearness(hit, tokens[at]?.readings[0] ?? '')
      if (near > (corrections.get(at)?.nearness ?? 0)) {
        corrections.set(at, {
          word: hit.how === 'typo' ? hit.word : -1,
          nearness: near,
          isSure: isMistake(index, hit),
        })
      }
    }
    if (word.isGenus && (hit.how === 'same' || hit.how === 'form')) genusTokens |= mask
    for (const place of word.places) {
      const alternative = place >> 3
      const part = index.alternatives[alternative]?.part
      if (hit.how === 'start' && part === 'cultivar') continue
      if (isJoined && part === 'genus') continue
      const list = placed.get(alternative)
      const entry = { position: place & 7, quality: hit.quality, mask, how: hit.how }
      if (list) list.push(entry)
      else placed.set(alternative, [entry])
    }
  }
  const found = new Map<number, Found>()
  for (const [alternative, list] of placed) found.set(alternative, putTogether(index, alternative, list, genusTokens))
  // If one word is certainly mistyped, the others are also shown in the directory's spelling.
  const isMistyped = [...corrections.values()].some(({ isSure }) => isSure)
  const corrected = isMistyped ? [...corrections].filter(([, { word }]) => word >= 0) : []
  return { tokens, found, corrections: new Map(corrected.map(([at, { word }]) => [at, word])) }
}

/** Each position takes the best token that is still free; in «Роза Мэри Роуз» the first word is the genus. */
function putTogether(index: NameIndex, alternative: number, list: Placed[], genusTokens: Mask): Found {
  const { weights = [], total = 1, part, isVague = false } = index.alternatives[alternative] ?? {}
  if (list.length > 1) {
    const taken = part === 'cultivar' ? genusTokens : 0
    const rank = ({ quality, mask }: Placed) => quality - (mask & taken ? 0.15 : 0)
    list.sort((one, other) => rank(other) - rank(one))
  }
  let positions = 0
  let mask = 0
  let repeated = 0
  let weight = 0
  let quality = 0
  let isShortened = false
  let isSpelled = true
  for (const entry of list) {
    if (entry.quality > 0.85 && entry.how !== 'start') repeated |= entry.mask
    if (positions & (1 << entry.position) || mask & entry.mask) continue
    positions |= 1 << entry.position
    mask |= entry.mask
    const own = weights[entry.position] ?? 1
    weight += own
    quality += own * entry.quality
    isShortened ||= entry.how === 'start'
    isSpelled &&= entry.how === 'same' || (entry.how === 'sound' && entry.quality >= soundsAlike)
  }
  return {
    share: weight / total,
    quality: quality / weight,
    mask,
    repeated: repeated | mask,
    isShortened,
    isSpelled,
    isVague,
  }
}
