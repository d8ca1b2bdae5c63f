import { withoutInvisible } from '#contract/common.ts'
import type { Context } from './context.ts'
import { inFull } from './contracted.ts'
import type { Doubt } from './doubts.ts'
import { settle } from './settle.ts'
import { noSizes, type Sizes, type Wish } from './sizes.ts'
import { readStatements } from './statements.ts'
import { type Token, tokenize } from './tokens.ts'

/** Longer texts are not read: cells and lines are shorter. */
const longest = 500

export interface Notation {
  /** The sizes that the text states; null if it states nothing, or nothing unambiguous. */
  fields: Sizes
  /** The same as a buyer's request, in which «ком 60–70» is a range of sizes. */
  wish: Wish
  /** What is not notation: the plant's name, quantities, remarks. */
  rest: string
  doubts: Doubt[]
}

/**
 * Reads sizes, packing and form from a text as written in price lists and schedules and by people. It does not guess: a
 * part with two possible readings in its context is returned as a doubt with these readings and sets no field. Accepts
 * any text; the time grows with its length, which is bounded.
 */
export function parseNotation(written: string, context: Context = {}): Notation {
  const text = inUsualSigns(withoutInvisible(written))
  if (text.length > longest) {
    const { root_size, ...wish } = noSizes
    return {
      fields: { ...noSizes },
      wish: { ...wish, root_size_from: root_size, root_size_to: root_size },
      rest: text,
      doubts: [{ code: 'too_long', text: '', alternatives: [] }],
    }
  }
  const tokens = tokenize(text)
  const statements = readStatements(tokens)
  const textOf = ({ start, next }: { start: number; next: number }) =>
    text.slice(tokens[start]?.start, tokens[next - 1]?.end)
  const { unread, ...settled } = settle(statements, context, textOf)
  const isRead = tokens.map(() => false)
  for (const statement of statements) {
    if (unread.has(statement)) continue
    isRead.fill(true, statement.start, statement.next)
    // «на штамбе», «с комом»
    const before = tokens[statement.start - 1]
    if (before && littleWords.has(before.text.toLowerCase())) isRead[statement.start - 1] = true
  }
  return { ...settled, rest: restOf(text, tokens, isRead) }
}

/** Words of the notation from which people cut the middle. */
const contracted =
  'высота высотой ширина шириной диаметр диаметром обхват обхватом окружность контейнер контейнере контейнера горшок горшке горшка кассета кассете штамб штамба штамбе пересадка пересадки'.split(
    ' ',
  )

/** Packings as they are written in a hurry: «к/15», «К7,5 л», «О.К.С.». */
const inUsualSigns = (text: string) =>
  inFull(text, contracted, { 'к-р': 'контейнер', 'к-ре': 'контейнере', 'г-к': 'горшок' })
    .replaceAll(/(?<![\p{L}\d])[кk](?:\/\s?(?=\d)|(?=\d{1,3}(?:[.,]\d)?\s?[лl](?!\p{L})))/giu, 'C')
    .replaceAll(/(?<!\p{L})([оз])\.\s?к\.\s?с\.?/giu, '$1КС')

const littleWords = new Set(['на', 'в', 'с', 'со', 'для', 'из'])

/** The parts of the text between those that were read, without separators at their ends. */
function restOf(text: string, tokens: Token[], isRead: boolean[]): string {
  const stretches: string[] = []
  let start: number | null = null
  for (let index = 0; index <= tokens.length; index++) {
    const token = tokens[index]
    if (token && !isRead[index]) start ??= token.start
    else if (start !== null) {
      stretches.push(text.slice(start, tokens[index - 1]?.end))
      start = null
    }
  }
  return stretches.map(withoutSeparators).filter(Boolean).join(' ')
}

const isSeparator = (sign: string | undefined) => sign !== undefined && /[\s.,;:·|/\\=+*×\p{Pd}−()[\]]/u.test(sign)

function withoutSeparators(text: string): string {
  let start = 0
  let end = text.length
  // A full stop at the end belongs to an abbreviation, a bracket to its content.
  while (start < end && isSeparator(text[start]) && !(text[start] === '(' && text.includes(')'))) start++
  while (
    end > start &&
    isSeparator(text[end - 1]) &&
    text[end - 1] !== '.' &&
    !(text[end - 1] === ')' && text.includes('('))
  )
    end--
  const stretch = text.slice(start, end)
  return /^(?:[xх.()\s]*)$/i.test(stretch) ? '' : stretch
}
