// What a heading says of the rows below it: what they are, and in what they are sold.
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { NameReader } from './names.ts'
import { sizeOf } from './row-texts.ts'

export interface HeadingParts {
  /** The category, genus or plant, without the packing: «Хосты» of «Хосты P9». */
  subject: string
  /** The text that states sizes or a packing; empty if none does. */
  size: string
}

/** No longer heading is read for what it states. */
const longestRead = 200

/** «Кустарники С3-С5»: a packing is stated, but it is unclear which. */
const isUnclearPacking = (text: string) =>
  parseNotation(text.slice(0, longestRead)).doubts.some(({ code }) => code === 'conflict' || code === 'root')

/** Takes a heading apart. The numbers in a plant's name are no sizes. */
export function headingParts(names: NameReader, text: string): HeadingParts {
  const { plant, genus, rest } = names.match(text, null)
  const stating = plant === null && genus === null ? text : rest
  const size = sizeOf(stating) || (isUnclearPacking(stating) ? stating : '')
  if (size === '') return { subject: text, size }
  const { rest: subject } = parseNotation(text.slice(0, longestRead))
  return { subject: /\p{L}/u.test(subject) ? subject : text, size }
}

/** Whether a text states a packing and no size: that of one plant, or of all below a heading. */
export function statesPackingAlone(text: string): boolean {
  const { root, root_size: rootSize, form: _form, ...sizes } = parseNotation(text.slice(0, longestRead)).fields
  return (root ?? rootSize) !== null && Object.values(sizes).every(value => value === null)
}
