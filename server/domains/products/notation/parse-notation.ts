import type { Context } from './context.ts'
import type { Doubt } from './doubts.ts'
import { settle } from './settle.ts'
import { noSizes, type Sizes, type Wish } from './sizes.ts'
import { readStatements } from './statements.ts'
import { type Token, tokenize } from './tokens.ts'

/** A cell or a line is shorter; what is longer is not read. */
const longest = 500

export interface Notation {
  /** What the text states of a variant; null where it states nothing, or nothing certain. */
  fields: Sizes
  /** The same as a buyer's wish, where «ком 60–70» is a size from one to another. */
  wish: Wish
  /** What is no notation: the plant's name, quantities, remarks. */
  rest: string
  doubts: Doubt[]
}

/**
 * Reads the sizes, packing and form in a text as price lists, schedules and people write them. Nothing is guessed: what
 * can be read in two ways, given the context, is a doubt with its readings and sets no field. Any text is taken; the
 * time it takes grows with its length, which is bounded.
 */
export function parseNotation(text: string, context: Context = {}): Notation {
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

const littleWords = new Set(['на', 'в', 'с', 'со', 'для', 'из'])

/** The stretches of the text between what was read, without the separators at their ends. */
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
  // A full stop at the end belongs to an abbreviation, a bracket to what stands in it.
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
