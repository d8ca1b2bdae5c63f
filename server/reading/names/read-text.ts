import { foldLetters, readAlphabets } from './letters.ts'
import { isRemark, prepositions, ranks, shorthands } from './trade-words.ts'

/** Longer texts are cut here: no name begins later. */
const longestText = 600
const longestWord = 40
/** One bit of `Mask` each. */
const mostTokens = 30

export interface Token {
  start: number
  end: number
  /** Folded, in each possible alphabet. */
  readings: string[]
  isNumber: boolean
  /** Followed by a full stop, or by a hyphen and an ending: «т.», «зап-ая». */
  isShortened: boolean
  isCapital: boolean
  isQuoted: boolean
  /** Separated from the preceding name by a comma, a bracket or a little word. */
  isApart: boolean
  /** It describes size, colour or packing; part of a name only if a name contains it. */
  isRemark: boolean
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’`][\p{L}\p{M}]+)*/gu
const quotes = /["'«»“”„‘’`]/
/** «100 р.» is no ракита, «50 руб.» no 'Rubrum'. */
const unitsAfterNumbers = /^(?:р|руб|шт|см|мм|м|л|г|кг|экз|ед|тыс|уп)$/
const adjectiveEnding =
  /^(?:ая|ый|ий|ое|ой|яя|ого|ной|ная|ный|ное|я|й|е|го|ые|ие|тая|тый|стая|стый|стный|стная|листный|листная)$/

/** The quoted ranges, by the positions of their quotation marks; an apostrophe within a word is not one. */
function quotedStretches(text: string): [from: number, to: number][] {
  const stretches: [number, number][] = []
  let open = -1
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (!quotes.test(sign)) continue
    const isInner = /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')
    if (isInner && sign !== '«' && sign !== '»') continue
    if (open < 0) open = at
    else {
      stretches.push([open, at])
      open = -1
    }
  }
  return stretches
}

/** Splits a text into the words that may belong to a name, at most thirty. */
export function readText(whole: string): Token[] {
  const text = whole.slice(0, longestText)
  const stretches = quotes.test(text) ? quotedStretches(text) : []
  const tokens: Token[] = []
  let end = 0
  let isApart = false
  for (const found of text.matchAll(wordPattern)) {
    const start = found.index
    const between = text.slice(end, start)
    const before = end
    end = start + found[0].length
    if (found[0].length > longestWord) continue
    const folded = foldLetters(found[0]).replace(/['’`]/g, '')
    if (folded === '') continue
    const last = tokens.at(-1)
    const meant = last?.end === before ? shorthands[`${last.readings[0] ?? ''}${between}${folded}`] : undefined
    if (last && meant !== undefined) {
      Object.assign(last, {
        end,
        readings: meant,
        isRemark: meant.some(isRemark),
        isShortened: false,
        isCapital: false,
      })
      isApart = last.isApart
      continue
    }
    if (/[,;()[\]|/\\+]|\s[-–—]\s/.test(between)) isApart = true
    if (last && between === '-' && adjectiveEnding.test(folded) && last.end === before) {
      last.isShortened = true
      last.end = end
      continue
    }
    // "WRB80" is a size, "Hpopr013" a cultivar.
    const letters = folded.replace(/\d+/g, '')
    const isNumber = letters !== folded && (letters.length < 4 || /^\d/.test(folded) || isRemark(letters))
    if (!isNumber && prepositions.has(folded)) {
      // «Т. с.» abbreviates a name; «с комом» is a remark.
      if (text[end] !== '.') isApart = true
    }
    const isUnit = last?.isNumber === true && /^\s?$/.test(between) && unitsAfterNumbers.test(folded)
    const isRank = tokens.length > 0 && ranks.has(folded)
    // "Biota orientalis Endl.": the author of the species.
    const isAuthor =
      text[end] === '.' && /^[A-Z]/.test(found[0]) && last !== undefined && /^[a-z]/.test(text.slice(last.start))
    tokens.push({
      start,
      end,
      readings: isNumber ? [folded] : readAlphabets(folded),
      isNumber,
      isShortened: text[end] === '.' && !isNumber && !isUnit,
      isCapital: /^\p{Lu}/u.test(found[0]),
      isQuoted: stretches.some(([from, to]) => from < start && end <= to),
      isApart: isApart && tokens.length > 0,
      isRemark: isNumber || isRank || isAuthor || prepositions.has(folded) || folded.length === 1 || isRemark(folded),
    })
    if (tokens.length >= mostTokens) break
  }
  return tokens
}
