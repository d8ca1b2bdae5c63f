import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** Reads a text, or refuses to. */
export type Read = (text: string) => unknown

/** A text of so many letters. */
export type Pattern = (letters: number) => string

/** What texts are made of: the smallest pieces that the readers know, and some that they do not. */
const signs = [...'09aA яЯxхvs\t\n\u00a0\u0301\u200b\u{1f332}-–.,:;!?"\'«»“„`()[]{}<>/\\|_#@*+=%&$^~№₽×…']
const words = ['https://a.ru/', 'a@b.ru', '#тег', '@имя', '1 200 руб.', '10-12 шт', 'C5', '80-100', '&amp;', '](', '**']
const lines = ['Туя западная Смарагд C5 80-100 — 12 шт по 1 200,50 руб.; ', "Thuja occidentalis 'Smaragd' RB 80/100\n"]
/** What no reader expects: after it nothing matches to the end. */
const strange = '\u0001'

const run = (piece: string, letters: number) => piece.repeat(Math.ceil(letters / piece.length)).slice(0, letters)
const runOf =
  (piece: string, end = ''): Pattern =>
  letters =>
    run(piece, letters - end.length) + end

/** Patterns for readers that take long for every letter. */
export function fewPatterns(): Map<string, Pattern> {
  const patterns = new Map<string, Pattern>()
  for (const piece of [...' 1а-,"(', ...words, ...lines]) patterns.set(piece, runOf(piece, strange))
  for (const [open = '', close = ''] of ['()', '[]', '«»', '“”', '<>'].map(pair => [...pair])) {
    patterns.set(`${open} in each other`, letters => run(open, letters / 2) + run(close, letters / 2))
  }
  patterns.set('other words', letters => {
    let text = ''
    for (let word = 0; text.length < letters; word++) text += `${word.toString(36)} `
    return text
  })
  return patterns
}

/** The same, and every piece alone, at the end of the text and before what no reader expects. */
export function plainPatterns(pieces: readonly string[] = []): Map<string, Pattern> {
  const patterns = fewPatterns()
  for (const piece of new Set([...signs, ...words, ...lines, ...pieces])) {
    patterns.set(`${piece} to the end`, runOf(piece))
    patterns.set(piece, runOf(piece, strange))
  }
  return patterns
}

/** The same with every piece also before a space, a digit and a letter, and once before a long run of something. */
export function hostilePatterns(pieces: readonly string[] = []): Map<string, Pattern> {
  const patterns = plainPatterns(pieces)
  for (const piece of new Set([...signs, ...words, ...pieces])) {
    for (const next of [' ', '1', 'а']) patterns.set(`${piece} with «${next}»`, runOf(piece + next, strange))
    for (const after of [' ', '1', ')']) {
      patterns.set(
        `${piece} before many «${after}»`,
        letters => piece + run(after, letters - piece.length - 1) + strange,
      )
    }
  }
  return patterns
}

export interface Found {
  file: string
  name: string
  /** How many arguments it needs. */
  needed: number
  takesList: boolean
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: any
}

const textTypes = /^(?:string|string \| (?:null|undefined)|(?:readonly )?string\[\]|Cell)$/

/** The functions that a file exports and that take a text, or texts, first. */
export function textFunctions(file: string): Found[] {
  const source = readFileSync(file, 'utf8')
  return (parseSync(file, source).program.body as Node[]).flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return []
    const functions: { id: Node; made: Node }[] =
      declaration.type === 'FunctionDeclaration'
        ? [{ id: declaration.id, made: declaration }]
        : (declaration.declarations ?? []).map(({ id, init }: Node) => ({ id, made: init }))
    return functions.flatMap(({ id, made }) => {
      if (!['FunctionDeclaration', 'ArrowFunctionExpression'].includes(made?.type) || made.async) return []
      const [first] = made.params
      const typed = (first?.type === 'AssignmentPattern' ? first.left : first)?.typeAnnotation?.typeAnnotation
      const written = typed ? source.slice(typed.start, typed.end) : ''
      if (!textTypes.test(written)) return []
      const needed = made.params.filter((one: Node) => one.type !== 'AssignmentPattern' && !one.optional).length
      return [{ file, name: id.name, needed, takesList: written.endsWith('[]') }]
    })
  })
}

/** The words in a file's regular expressions: what its readers look for. */
export function piecesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const pieces = new Set<string>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, regex } = node as Node
    if (type !== 'Literal' || !regex) return Object.values(node).forEach(walk)
    const plain = (regex.pattern as string).replaceAll(/\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\\w|\[[^\]]*\]/g, '|')
    for (const [word] of plain.matchAll(/\p{L}{2,}/gu)) pieces.add(word)
  }
  walk(parseSync(file, source).program.body)
  return [...pieces]
}

async function runOnce(read: Read, text: string): Promise<void> {
  try {
    const reading = read(text)
    if (reading instanceof Promise) await reading
  } catch {
    // A refusal is an answer.
  }
}

/** Milliseconds by the clock: never less than the processor works, often more on a busy machine. */
async function atMost(read: Read, text: string, tries = 1): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < tries; turn++) {
    const began = performance.now()
    await runOnce(read, text)
    least = Math.min(least, performance.now() - began)
  }
  return least
}

/** Milliseconds for which the processor works for this thread, however busy it is with others. It counts in steps of four. */
async function worked(read: Read, text: string, byClock: number): Promise<number> {
  const times = Math.ceil(12 / Math.max(byClock, 0.01))
  const before = process.threadCpuUsage()
  for (let turn = 0; turn < times; turn++) await runOnce(read, text)
  const after = process.threadCpuUsage()
  return (after.user + after.system - before.user - before.system) / 1000 / times
}

/** Milliseconds below which no growth can be known, and nobody is hurt. */
export const floor = 2
/** A reader in whose time the length of its text counts with more than this power is steep. */
export const steepest = 1.2
const shares = [1 / 8, 1 / 4, 1 / 2, 1]
const repeats = 3

/** The slope of the line nearest to the logarithms of lengths and times. */
function slopeOf(points: [length: number, time: number][]): number {
  const logs = points.map(([length, time]) => [Math.log(length), Math.log(Math.max(time, 0.001))] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const sum = (of: (log: readonly [number, number]) => number) => logs.reduce((all, log) => all + of(log), 0)
  return sum(([one, other]) => (one - x) * (other - y)) / sum(([one]) => (one - x) ** 2)
}

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** The power of the text's length with which the time grows, from several times at each of four lengths. */
async function fittedGrowth(read: Read, pattern: Pattern, longest: number) {
  const lengths = shares.map(share => ({ text: pattern(Math.round(longest * share)), times: [] as number[] }))
  for (let round = 0; round < repeats; round++) {
    for (const { text, times } of lengths) times.push(await worked(read, text, await atMost(read, text)))
  }
  const points = lengths.map(({ text, times }): [number, number] => [text.length, median(times)])
  return { power: slopeOf(points), time: points.at(-1)?.[1] ?? 0 }
}

export interface Growth {
  pattern: string
  letters: number
  power: number
  /** Milliseconds for so many letters. */
  time: number
}

/** Short ones in small steps, for a pattern that doubles the time with every letter. */
const probes = [16, 20, 24, 28, 32, 64, 200, 500]

/** The shortest of some lengths for which the pattern takes a time that can be measured; null if none does. */
async function measurableLength(read: Read, pattern: Pattern, most: number): Promise<number | null> {
  for (const length of [...probes.filter(probe => probe < most), most]) {
    const text = pattern(length)
    if ((await atMost(read, text)) >= floor && (await atMost(read, text, 3)) >= floor) return length
  }
  return null
}

/** How the time grows up to this length. A power that looks too high is measured thrice, and the lowest counts. */
async function growthUpTo(read: Read, pattern: Pattern, length: number): Promise<{ power: number; time: number }> {
  const [whole, quarter] = [pattern(length), pattern(Math.round(length / 4))]
  const [time, part] = [await atMost(read, whole, 2), await atMost(read, quarter, 3)]
  const points: [number, number][] = [
    [quarter.length, part],
    [whole.length, time],
  ]
  let growth = { power: slopeOf(points), time }
  for (let again = 0; again < 3 && growth.power > steepest && growth.time >= floor; again++) {
    const fitted = await fittedGrowth(read, pattern, length)
    if (again === 0 || fitted.power < growth.power) growth = fitted
  }
  return growth
}

/**
 * How the reader's time grows, of the worst pattern: up to the first length at which its time can be measured, and up to
 * the longest. Null if no pattern takes a time that can be measured.
 */
export async function worstGrowth(
  read: Read,
  patterns: ReadonlyMap<string, Pattern>,
  most: number,
): Promise<Growth | null> {
  let worst: Growth | null = null
  for (const [name, pattern] of patterns) {
    const measurable = await measurableLength(read, pattern, most)
    for (const length of measurable === null ? [] : new Set([measurable, most])) {
      const growth = await growthUpTo(read, pattern, length)
      if (growth.time < floor) continue
      if (growth.power > (worst?.power ?? 0)) worst = { pattern: name, letters: length, ...growth }
      // One is enough, and a steep reader is slow.
      if (growth.power > steepest) return worst
    }
  }
  return worst
}
