import { spellingsOf } from './codes.ts'
import { foldLetters } from './fold.ts'

export interface Token {
  /** `name` may contain letters and digits that are not codes: a quoted cultivar, a date, a price. */
  kind: 'number' | 'word' | 'sign' | 'name'
  text: string
  /** A word's folded letters, or the class of a sign: `-` for every dash, `x` for every multiplication sign. */
  folded: string
  value: number
  decimals: number
  start: number
  end: number
  /** Follows the previous token without a space. */
  glued: boolean
}

/** The marks that end a name begun by the mark, unless within a word. */
const closing: Record<string, RegExp> = {
  "'": /['’](?!\p{L})/gu,
  '‘': /’(?!\p{L})/gu,
  '"': /"(?!\p{L})/gu,
  '“': /”(?!\p{L})/gu,
  '„': /[“”](?!\p{L})/gu,
  '«': /»(?!\p{L})/gu,
  '`': /[`'](?!\p{L})/gu,
}
const signs: Record<string, string> = { '×': 'x', '*': 'x', '≥': '>', '≤': '<', '…': '-', '÷': '-', '≈': '~' }

const space = /\s+/y
const word = /\p{L}+|[⌀∅]/uy
const number = /(\d+)(?:([.,])(\d+))?/y
const date = /\d{1,2}\.\d{1,2}\.\d{2,4}(?!\d)/y
const price = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?=\s?(?:руб|₽|р(?!\p{L})))/iuy
/** A non-breaking space or an apostrophe joins groups of thousands; other spaces separate two numbers. */
const grouped = /\d{1,3}(?:[\u00a0\u202f'’]\d{3})+(?!\d)/y
/** "1 200 см"; after larger leading groups they are separate numbers: "RB 60 200 см". */
const spacedThousands = /[1-3] \d{3}(?=\s?(?:см|cm|мм|mm)(?!\p{L}))/iuy
const dots = /\.{2,3}/y
const dash = /\p{Pd}|[−‒]/uy
const timesTransplanted = /\s?[xх×][vв]/iy
const oneMoreNumber = /\s?[\p{Pd}−/]\s?\d/uy
const metresOrLitres = /\s?(?:м|m|л|l)(?!\p{L})/iuy

function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Finds where a pattern matches next, for ever later places of a text: each is looked at once. */
function finder(pattern: RegExp, text: string) {
  let found = -1
  return (at: number): number => {
    if (found < at) {
      pattern.lastIndex = at
      found = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    return found
  }
}

/** Finds the end of the quoted name that begins at a place, or null: an apostrophe within a word opens no quote. */
function quotedNames(text: string) {
  const nextLetter = finder(/\p{L}/gu, text)
  const ends = new Map<string, (at: number) => number>()
  return (at: number): number | null => {
    const mark = text[at] ?? ''
    const pattern = closing[mark]
    if (!pattern || (at > 0 && /[\p{L}\d]/u.test(text[at - 1] ?? ''))) return null
    const next = ends.get(mark) ?? finder(pattern, text)
    ends.set(mark, next)
    const end = next(at + 1)
    return end < text.length && nextLetter(at) < end ? end + 1 : null
  }
}

/**
 * A comma between digits is a decimal comma, a separator ("16-18,3xv", "18-20,80-100", "18-20,500-550") or separates
 * thousands ("1,200").
 */
function readNumber(found: RegExpExecArray, text: string, inRange: boolean, afterLetter: boolean) {
  const [whole, integer = '', , fraction = ''] = found
  const end = found.index + whole.length
  const asWritten = { length: whole.length, value: Number(`${integer}.${fraction || 0}`), decimals: fraction.length }
  const beforeComma = { length: integer.length, value: Number(integer), decimals: 0 }
  if (fraction === '') return asWritten
  if (match(timesTransplanted, text, end)) return beforeComma
  if (inRange && (match(oneMoreNumber, text, end) || fraction.length > 2)) return beforeComma
  if (afterLetter && fraction.length > 1 && match(oneMoreNumber, text, end)) return beforeComma
  if (fraction.length === 3 && !integer.startsWith('0') && !match(metresOrLitres, text, end)) {
    return { length: whole.length, value: Number(integer + fraction), decimals: 0 }
  }
  return asWritten
}

/** «80-100смC10», "4xvWRB80": separates a unit from the code after it. */
function lengthOfUnit(letters: string): number {
  const folded = foldLetters(letters)
  if (spellingsOf(folded).length > 0) return letters.length
  const prefix = ['xv', 'xb', 'cm', 'mm', 'm', 'л', 'l', 'x'].find(
    unit => folded.startsWith(unit) && spellingsOf(folded.slice(unit.length)).length > 0,
  )
  return prefix?.length ?? letters.length
}

/** Splits a text into words, numbers and signs; linear in its length. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const endOfQuoted = quotedNames(text)
  let at = 0
  let glued = false
  const add = (kind: Token['kind'], length: number, folded = '', value = Number.NaN, decimals = 0) => {
    const end = at + length
    tokens.push({ kind, text: text.slice(at, end), folded, value, decimals, start: at, end, glued })
    at = end
    glued = true
  }
  while (at < text.length) {
    const blank = match(space, text, at)
    if (blank) {
      at += blank[0].length
      glued = false
      continue
    }
    const quoted = endOfQuoted(at)
    const wholeName = match(date, text, at) ?? match(price, text, at)
    const last = tokens.at(-1)
    const inRange = last?.kind === 'sign' && last.folded === '-' && tokens.at(-2)?.kind === 'number'
    const letters = match(word, text, at)
    const digits = match(number, text, at)
    if (quoted !== null) add('name', quoted - at)
    else if (wholeName) add('name', wholeName[0].length)
    else if (letters) {
      const length = last?.kind === 'number' && glued ? lengthOfUnit(letters[0]) : letters[0].length
      add('word', length, foldLetters(letters[0].slice(0, length)))
    } else if (digits) {
      const inGroups =
        inRange && !/\D/.test(tokens.at(-2)?.text ?? '')
          ? null
          : (match(grouped, text, at) ??
            (last?.kind === 'word' && last.text.length < 3 ? null : match(spacedThousands, text, at)))
      if (inGroups) add('number', inGroups[0].length, '', Number(inGroups[0].replaceAll(/\D/g, '')))
      else {
        const read = readNumber(digits, text, inRange, last?.kind === 'word' && glued)
        add('number', read.length, '', read.value, read.decimals)
      }
    } else {
      const range = match(dots, text, at) ?? match(dash, text, at)
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
      add('sign', range?.[0].length ?? sign.length, range ? '-' : (signs[sign] ?? sign))
    }
  }
  return tokens
}
