// What the cells of a schedule's column say, whatever its title is.
import type { NameReader } from '#server/reading/price-lists/names.ts'
import { countingIn } from '#server/reading/price-lists/profiles.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { readQuantityCell } from './quantities.ts'

const sampled = 200
export const share = (cells: string[], fits: (text: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length

export function textsOf(rows: Cell[][], index: number): string[] {
  return rows.slice(0, sampled).flatMap(cells => {
    const text = textOf(cells[index] ?? '').trim()
    return text === '' ? [] : [text]
  })
}

/** Whether a column counts 1, 2, 3, possibly restarting in each section. */
export function isSequence(texts: string[]): boolean {
  const all = texts.map(text => Number(text.replace(/[.)]$/, '')))
  // Above it may be a title that nobody knows.
  const numbers = Number.isNaN(all[0]) ? all.slice(1) : all
  if (numbers.length < 2 || numbers.some(number => !Number.isInteger(number))) return false
  const { followed, restarts } = countingIn(numbers)
  // A column of ones counts plants.
  const mayRestart = numbers[0] === 1 || restarts === 0
  return mayRestart && followed + restarts >= numbers.length * 0.9 && restarts * 2 <= numbers.length
}

export const isWhole = (text: string) => /^\d{1,3}(?:[ \u00a0]\d{3})+$|^\d{1,6}$/u.test(text)

/** The share of a column that names plants, estimated from some of its texts. */
export function namesIn(texts: string[], names: NameReader): number {
  const distinct = [...new Set(texts)].filter(text => /\p{L}{3}/u.test(text)).slice(0, 24)
  return share(distinct, text => {
    const { plant, genus } = names.match(text.slice(0, 400), null)
    return plant !== null || genus !== null
  })
}

/** Longer cells are no number with a word. */
const longestCount = 60
const countedWord = /^[^\p{L}]*\d[\d\s.,]*\s?(\p{L}{2,20})\.?$/u

/** So many texts with one word show the usual way to count. */
const fewestUsual = 3

/** The word that most of so many texts have; null if they have no usual one. */
export function usualOf(words: string[], texts: number): string | null {
  const [usual = []] = [...Map.groupBy(words, word => word).values()].toSorted((one, two) => two.length - one.length)
  return usual.length >= fewestUsual && usual.length * 2 >= texts ? (usual[0] ?? null) : null
}

/**
 * The word that stands behind the numbers of a column which nobody could read otherwise, where all others are of pieces.
 */
export function usualWord(texts: string[]): string | null {
  const read = texts.map(text => readQuantityCell(text, null))
  if (read.some(({ unit }) => unit !== null && unit !== 'шт')) return null
  const strange = texts.filter((_, at) => read[at]?.quantity === null)
  const words = strange.flatMap(
    text => (text.length <= longestCount && countedWord.exec(text)?.[1]?.toLowerCase()) || [],
  )
  return usualOf(words, strange.length)
}

/** The cell of a quantity without the word of its column. */
export const withoutWord = (text: string, word: string | null) => {
  const end = text.trim().replace(/\.$/u, '')
  return word !== null && end.toLowerCase().endsWith(word) ? end.slice(0, -word.length) : text
}

/** Whether a text says nothing but sizes, packing and form: «многоствольный». */
export function isNotation(text: string): boolean {
  const { fields, rest } = parseNotation(text.slice(0, 200))
  return rest === '' && Object.values(fields).some(value => value !== null)
}

/** «28,5*7», «4+5+6»: how a quantity was counted, or sizes of which nothing else says so. */
export const isFormula = (text: string) => /^\d+(?:[.,]\d+)?(?:\s?[+*×xх]\s?\d+(?:[.,]\d+)?)+$/iu.test(text.trim())

export const statesLength = (text: string) => {
  const { height_from, height_to, girth_from, spread_from } = parseNotation(text.slice(0, 200)).fields
  return [height_from, height_to, girth_from, spread_from].some(value => value !== null)
}

export const statesSize = (text: string) =>
  Object.values(parseNotation(text.slice(0, 200)).fields).some(value => value !== null)
export const isWorded = (text: string) => /\p{L}{3}/u.test(text)

export const isCountOrNone = (text: string) => isWhole(text) || /^[\p{Pd}−—.]$/u.test(text)
