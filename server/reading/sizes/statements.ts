import type { Form, Root, Span } from '#contract/variants.ts'
import { type Amount, type Found, meaningAt, readAmount, readTimes, skipSigns } from './amounts.ts'
import type { Token } from './tokens.ts'

export type Measure = Span | 'stem_height'

/** One statement of a text, with its tokens. */
export type Statement = { start: number; next: number } & (
  | { is: 'form'; form: Form }
  /** `measure` is null if no word names it; `mayBeStandard`: "H 18-20" is a height or a Hochstamm. */
  | { is: 'size'; measure: Measure | null; amount: Amount; times: Amount | null; mayBeStandard: boolean }
  | { is: 'diameter'; ofTrunk: boolean; amount: Amount }
  | { is: 'count'; field: 'stems' | 'transplants'; amount: Amount }
  | { is: 'root'; roots: Root[]; amount: Amount | null }
)

const count = (value: number, start: number, next: number): Amount => ({
  from: value,
  to: value,
  unit: null,
  isLone: true,
  hasDecimals: false,
  isChain: false,
  counts: null,
  start,
  next,
})

/** The amount that belongs to a word: «высота, см: 80-100», «обхват 18-20». */
function amountOf(tokens: Token[], at: number): Amount | null {
  let next = skipSigns(tokens, at, '.', ':', '=', '-', '~', '(', ')')
  const unit = meaningAt(tokens, skipSigns(tokens, at, ',', '(', '.'))
  if (unit?.meaning.is === 'unit') next = skipSigns(tokens, unit.next, ')', '.', ':', '=', '-', ',')
  const amount = readAmount(tokens, next)
  if (!amount || amount.counts || amount.unit === 'l' || amount.unit === 'cells') return null
  return amount.unit === null && unit?.meaning.is === 'unit' ? { ...amount, unit: unit.meaning.unit } : amount
}

function readMeasure(tokens: Token[], start: number, { meaning, spelling, next }: Found): Statement[] {
  if (meaning.is !== 'measure') return []
  const form: Statement[] = meaning.form ? [{ is: 'form', form: meaning.form, start, next }] : []
  const height = meaning.form ? meaningAt(tokens, next) : null
  const isOfHeight = height?.meaning.is === 'measure' && height.meaning.measure === 'height'
  const amount = amountOf(tokens, isOfHeight && height ? height.next : next)
  if (!amount) return form
  // «штамб 18-20»: the girth of a standard.
  if (meaning.form && amount.unit === null && !amount.hasDecimals && (amount.from ?? amount.to ?? 0) < 40) return form
  const times = meaning.measure === 'height' ? readTimes(tokens, amount.next) : null
  const mayBeStandard =
    spelling.stands === 'letter' && /^[HН]$/.test(tokens[start]?.text ?? '') && amount.start === next
  const end = times?.next ?? amount.next
  return [
    ...form,
    { is: 'size', measure: meaning.measure, amount, times, start, next: end, mayBeStandard: mayBeStandard && !times },
  ]
}

/** Centimetres. */
const widestPot = 40

/**
 * Which numbers after a packing belong to it, if the packing is named by a word and not by a code that takes a number.
 */
const owns: Record<Root, (amount: Amount) => boolean> = {
  bare_root: () => false,
  container: ({ unit, from, to }) => unit === 'l' || (unit === null && from === to),
  pot: ({ unit, from, to }) =>
    unit === 'l' || ((unit === null || unit === 'cm') && Math.max(from ?? 0, to ?? 0) <= widestPot),
  tray: ({ unit, from, to }) => unit === 'cells' || (unit === null && from === to),
  ball: isOfBall,
  wire_ball: isOfBall,
}

/** Larger balls have a size of their own and no range: «ком 125-150» is the height of what has one. */
const largestBallRange = 120

/** «с комом 200-250» is the height of a plant with a ball; ranges for balls are smaller. */
function isOfBall({ unit, from, to }: Amount) {
  return unit !== 'l' && unit !== 'cells' && (from === to ? (to ?? 0) <= 300 : (to ?? from ?? 0) <= largestBallRange)
}

/** Whether a packing stands in brackets behind another word of packing. */
function isInBrackets(tokens: Token[], start: number, next: number): boolean {
  if (tokens[start - 1]?.text !== '(' || tokens[next]?.text !== ')') return false
  return meaningAt(tokens, start - 2)?.meaning.is === 'root'
}

function readRoot(tokens: Token[], start: number, { meaning, spelling, next }: Found): Statement[] {
  if (meaning.is !== 'root') return []
  const [root] = meaning.roots
  let at = skipSigns(tokens, next, '.', ':', '=', '(')
  // «ком (сетка) 60 см»
  if (isInBrackets(tokens, start, next)) at = next + 1
  if (tokens[at]?.folded === '-' && tokens[at]?.glued) at++
  const across = meaningAt(tokens, skipSigns(tokens, at, '-'))
  // «ком D20»: beside a ball a D is no pot.
  const isOfPot = (root === 'ball' || root === 'wire_ball') && across?.spelling.stands === 'glued'
  if (
    across &&
    (across.meaning.is === 'trunk_or_crown_diameter' || (isOfPot && /^[dDдД]$/u.test(tokens[at]?.text ?? '')))
  )
    at = skipSigns(tokens, across.next, '.', ':', '=', '-')
  // «кассета на 40 шт.», «кассета № 77»
  const isOfCells = root === 'tray' && (tokens[at]?.text === 'на' || tokens[at]?.text === '№')
  const amount = readAmount(tokens, isOfCells ? at + 1 : at, true)
  // «d20-30» is no pot: it is how far a plant spreads, or how thick its trunk is.
  if (root === 'pot' && spelling.stands === 'glued' && amount?.counts === null && amount.from !== amount.to)
    return [{ is: 'diameter', ofTrunk: false, amount, start, next: amount.next }]
  const isOwn =
    root !== undefined &&
    amount !== null &&
    (amount.counts === null || (isOfCells && amount.counts.is === 'other_number')) &&
    (meaning.roots.length > 1
      ? amount.unit === 'l'
      : spelling.stands === 'letter' || spelling.stands === 'glued' || owns[root](amount)) &&
    // In German lists "mB 80-100" is the height of a plant with a ball.
    (spelling.stands !== 'latin' || amount.from === amount.to)
  if (!isOwn) return [{ is: 'root', roots: meaning.roots, amount: null, start, next }]
  let roots = meaning.roots
  if (amount.unit === 'l') roots = ['container']
  // "P1", "P1,5" may be litres as well as centimetres.
  else if (root === 'pot' && (amount.to ?? 0) < 5 && amount.unit === null) roots = ['pot', 'container']
  // «D50» without a word is wider than pots are: it may be the diameter of a ball.
  else if (root === 'pot' && spelling.stands === 'glued' && (amount.to ?? 0) > widestPot) roots = ['ball', 'pot']
  // Cells have no centimetres: «к60 см» is a ball, «к20 см» may be a pot.
  else if (root === 'tray' && amount.unit === 'cm') roots = (amount.to ?? 0) > widestPot ? ['ball'] : ['ball', 'pot']
  // «ком 60х50»: width and depth; «горшок 9х9».
  let unit = amount.unit
  let end = amount.next
  if (root !== 'container') {
    for (let more = readTimes(tokens, end); more !== null; more = readTimes(tokens, end)) {
      unit ??= more.unit
      end = more.next
    }
  }
  if (tokens[end]?.folded === ')') end++
  return [{ is: 'root', roots, amount: { ...amount, unit }, start, next: end }]
}

function readForm(tokens: Token[], start: number, { meaning, next }: Found): Statement[] {
  if (meaning.is !== 'form') return []
  const form: Statement = { is: 'form', form: meaning.form, start, next }
  const amount = meaning.form === 'multistem' ? readAmount(tokens, next) : null
  // "mst3", "MSt 3"
  return amount?.isLone && !amount.counts && (amount.to ?? 0) < 10 && readTimes(tokens, amount.next) === null
    ? [form, { is: 'count', field: 'stems', amount, start: next, next: amount.next }]
    : [form]
}

function readWord(tokens: Token[], start: number, found: Found): Statement[] {
  const { meaning, next } = found
  switch (meaning.is) {
    case 'measure':
      return readMeasure(tokens, start, found)
    case 'root':
      return readRoot(tokens, start, found)
    case 'form':
      return readForm(tokens, start, found)
    case 'trunk_diameter':
    case 'trunk_or_crown_diameter': {
      const amount = amountOf(tokens, next)
      const ofTrunk = meaning.is === 'trunk_diameter'
      return amount ? [{ is: 'diameter', ofTrunk, amount, start, next: amount.next }] : []
    }
    case 'stems':
      if (meaning.stems === undefined) return []
      return [
        { is: 'count', field: 'stems', amount: count(meaning.stems, start, next), start, next },
        ...(meaning.form ? [{ is: 'form', form: meaning.form, start, next } as const] : []),
      ]
    case 'transplanted': {
      // «пересажено 3 раза», «пересадок: 3»
      const amount = readAmount(tokens, skipSigns(tokens, next, ':', '-', '='))
      if (!amount?.isLone || amount.counts) return []
      const end = tokens[amount.next]?.folded.startsWith('paз') ? amount.next + 1 : amount.next
      return [{ is: 'count', field: 'transplants', amount, start, next: end }]
    }
    default:
      return []
  }
}

/** "KW-5", "4ever", «№ 5»: part of a name, or an unrelated number. */
function isPartOfName(tokens: Token[], { start, next }: Amount): boolean {
  const [before, number, after] = [tokens[start - 1], tokens[start], tokens[next]]
  if (number?.glued && (before?.kind === 'word' || (before?.folded === '-' && before.glued))) return true
  return before?.text === '№' || (after?.kind === 'word' && after.glued && after.folded !== 'x')
}

function readNumber(tokens: Token[], start: number, amount: Amount): Statement[] {
  const { counts, next } = amount
  if (counts?.is === 'stems' || counts?.is === 'transplanted') {
    const field = counts.is === 'stems' ? 'stems' : 'transplants'
    const form = counts.is === 'stems' ? counts.form : undefined
    return [{ is: 'count', field, amount, start, next }, ...(form ? [{ is: 'form', form, start, next } as const] : [])]
  }
  if (counts) return []
  if (amount.unit === 'l') return [{ is: 'root', roots: ['container'], amount, start, next }]
  if (amount.unit === 'cells') return [{ is: 'root', roots: ['tray'], amount, start, next }]
  const times = readTimes(tokens, next)
  if (!times && amount.isLone && isPartOfName(tokens, amount)) return []
  // «18-20 см обхват», «3 м в высоту»: the word follows, and has no number of its own.
  const label = times ? null : meaningAt(tokens, tokens[next]?.text === 'в' ? next + 1 : next)
  const isLabel = label?.meaning.is === 'measure' && !label.spelling.stands && !amountOf(tokens, label.next)
  if (label?.meaning.is === 'measure' && isLabel) {
    const { form, measure } = label.meaning
    const size = { is: 'size', measure, amount, times, start, next: label.next, mayBeStandard: false } as const
    return form ? [{ is: 'form', form, start, next: label.next }, size] : [size]
  }
  const end = times?.next ?? next
  return [{ is: 'size', measure: null, amount, times, start, next: end, mayBeStandard: false }]
}

/** Everything that the tokens state, in order. Tokens in no statement are not notation. */
export function readStatements(tokens: Token[]): Statement[] {
  const statements: Statement[] = []
  let at = 0
  while (at < tokens.length) {
    const found = meaningAt(tokens, at)
    if (found?.meaning.is === 'other_label') {
      at = readAmount(tokens, skipSigns(tokens, found.next, '.', ':', '-'))?.next ?? found.next
      continue
    }
    const ofWord = found ? readWord(tokens, at, found) : []
    const amount = ofWord.length === 0 ? readAmount(tokens, at) : null
    const read = amount ? readNumber(tokens, at, amount) : ofWord
    statements.push(...read)
    at = Math.max(at + 1, amount?.next ?? 0, ...read.map(({ next }) => next))
  }
  return statements
}
