import { variantLimits } from '#contract/variants.ts'
import { fits, type Meaning, type Spelling, spellingsOf, type Unit } from './codes.ts'
import type { Token } from './tokens.ts'

/** A number or a range with its unit, as written. */
export interface Amount {
  from: number | null
  to: number | null
  unit: Unit | null
  /** One whole number or decimal without a unit or an open end: its meaning is unknown. */
  isLone: boolean
  hasDecimals: boolean
  /** "18-20-25" */
  isChain: boolean
  /** What is counted, from the word after it. */
  counts: Meaning | null
  start: number
  next: number
}

export interface Found {
  meaning: Meaning
  spelling: Spelling
  next: number
}

const isSign = (token: Token | undefined, ...classes: string[]) =>
  token?.kind === 'sign' && classes.includes(token.folded)

/** The first position from `at` without one of these signs; skips at most three. */
export function skipSigns(tokens: Token[], at: number, ...classes: string[]) {
  let next = at
  while (next < at + 3 && isSign(tokens[next], ...classes)) next++
  return next
}

function matches(tokens: Token[], at: number, spelling: Spelling): number | null {
  let next = at
  for (const [index, word] of spelling.words.entries()) {
    // «з/к», "o/Ballen", "B&B": a slash cuts a word short after its first letter.
    if (index > 0)
      next = skipSigns(tokens, next, '.', '-', ...(spelling.words[index - 1]?.start.length === 1 ? ['/', '&'] : []))
    const token = tokens[next]
    if (token?.kind !== 'word' || !fits(token.folded, word)) return null
    next++
  }
  // «з/к С50» is «з/к» and a code of its own.
  const isCode = spelling.words.length > 2 && spelling.words.at(-1)?.start.length === 1 && isGluedNumber(tokens[next])
  return isCode ? null : next
}

const isGluedNumber = (token: Token | undefined) => token?.kind === 'number' && token.glued

function stands(tokens: Token[], at: number, next: number, spelling: Spelling): boolean {
  const text = tokens[at]?.text ?? ''
  const isCapital = text !== text.toLowerCase()
  const amount = readAmount(tokens, skipSigns(tokens, next, '.', ':', '=', '-', '~'))
  const isNumber = amount?.counts === null
  switch (spelling.stands) {
    case undefined:
      return true
    case 'latin':
      return /[a-z]/i.test(text)
    case 'capital':
      return isCapital && !isNumber
    case 'glued':
      return tokens[next]?.kind === 'number' && tokens[next]?.glued === true
    case 'letter':
      if (/[а-я]/.test(text) && !tokens[next]?.glued) return false
      return isNumber
    case 'number':
      return isNumber
  }
}

/**
 * A word whose meaning does not depend on what follows. Reading a number looks only for these: a code that looks ahead
 * for its number would look ahead for the next code's.
 */
function plainMeaningAt(tokens: Token[], at: number): Found | null {
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  for (const spelling of spellingsOf(token.folded)) {
    const next = spelling.stands === undefined ? matches(tokens, at, spelling) : null
    if (next !== null) return { meaning: spelling.means, spelling, next }
  }
  return null
}

/** The code that begins at this token, and its end. */
export function meaningAt(tokens: Token[], at: number): Found | null {
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  for (const spelling of spellingsOf(token.folded)) {
    const next = matches(tokens, at, spelling)
    if (next !== null && stands(tokens, at, next, spelling)) return { meaning: spelling.means, spelling, next }
  }
  return null
}

/** «от», «до» and their signs. */
function endAt(tokens: Token[], at: number): { end: 'from' | 'to'; next: number } | null {
  if (isSign(tokens[at], '>')) return { end: 'from', next: skipSigns(tokens, at + 1, '=') }
  if (isSign(tokens[at], '<')) return { end: 'to', next: skipSigns(tokens, at + 1, '=') }
  if (tokens[at]?.kind !== 'word') return null
  const found = plainMeaningAt(tokens, at)
  return found?.meaning.is === 'end' ? { end: found.meaning.end, next: found.next } : null
}

/** «9 м2», «12 м³», «3 метров погонных»: so much is wanted, and nothing is so high. */
function isAreaAt(tokens: Token[], at: number): boolean {
  const [metres, power] = [tokens[at], tokens[at + 1]]
  if (/^[мm]$/iu.test(metres?.text ?? '') && power?.glued === true && /^[23²³]$/u.test(power.text)) return true
  return /^м(?:етр\p{L}{0,3})?$/iu.test(metres?.text ?? '') && /^(?:пог|квадр|кубич)/iu.test(power?.text ?? '')
}

/** «12-литр», «3-ствольный»: a number's word behind a hyphen. */
const isHyphenedAt = (tokens: Token[], at: number) =>
  isSign(tokens[at], '-') && tokens[at]?.glued === true && tokens[at + 1]?.glued === true

function unitAt(tokens: Token[], at: number): { unit: Unit; next: number } | null {
  if (isAreaAt(tokens, at)) return null
  const isHyphened = isHyphenedAt(tokens, at)
  const found = plainMeaningAt(tokens, isHyphened ? at + 1 : at)
  if (found?.meaning.is !== 'unit') return null
  // «12-литр. контейнер»
  if (isHyphened && found.meaning.unit !== 'l') return null
  return { unit: found.meaning.unit, next: skipSigns(tokens, found.next, '.') }
}

/** Whether a number before «пересажен» says how often: not in «20-25 пересажен 5 раз», where one after it does. */
function isOfTimes(tokens: Token[], at: number, next: number): boolean {
  const before = tokens[at]
  if (before?.kind !== 'number' || before.value > variantLimits.transplants) return false
  const number = skipSigns(tokens, next, ':', '-', '=')
  const after = tokens[number]
  if (after?.kind !== 'number' || after.value > variantLimits.transplants) return true
  const isRange = isSign(tokens[at - 1], '-', '/') && tokens[at - 2]?.kind === 'number'
  return !isRange && tokens[number + 1]?.folded.startsWith('paз') !== true
}

/** What the number before `at` counts: «3 ствола», «3-ствольный», "3xv", «12 шт». */
function countedAt(tokens: Token[], at: number): Found | null {
  const isHyphened = isHyphenedAt(tokens, at)
  const found = plainMeaningAt(tokens, isHyphened ? at + 1 : at)
  // «р.» means rubles; "P 9" and «р9» are pots.
  if (tokens[at]?.folded === 'p' && (tokens[at]?.text !== 'р' || tokens[at + 1]?.kind === 'number')) return null
  // «4x» with nothing to multiply: transplanted four times.
  if (tokens[at]?.folded === 'x' && tokens[at]?.glued && tokens[at]?.kind === 'word' && endsAmount(tokens[at + 1]))
    return { meaning: { is: 'transplanted' }, spelling: noSpelling, next: at + 1 }
  if (isAreaAt(tokens, at)) return otherNumber(at + 2)
  if (found === null) return isSign(tokens[at], '₽', '%') ? otherNumber(at + 1) : null
  const { meaning } = found
  if (meaning.is === 'transplanted' && !isOfTimes(tokens, at - 1, found.next)) return null
  if (meaning.is === 'stems' ? meaning.stems === undefined : ['transplanted', 'other_number'].includes(meaning.is)) {
    return found
  }
  return null
}

const noSpelling: Spelling = { words: [], means: { is: 'other_number' }, stands: undefined }
const otherNumber = (next: number): Found => ({ meaning: { is: 'other_number' }, spelling: noSpelling, next })
const endsAmount = (token: Token | undefined) => token === undefined || isSign(token, ',', ';', '/', ')')

/** The position of the range's second number, unless the token is a separate number. */
function secondAt(tokens: Token[], at: number, first: number): number | null {
  const second = tokens[at + 1]
  if (!isSign(tokens[at], '-', '/') || second?.kind !== 'number') return null
  const counted = countedAt(tokens, at + 2)
  if (counted?.meaning.is === 'transplanted' || (counted && second.value < first)) return null
  // "18-20/500-550" are two ranges.
  const binds = isSign(tokens[at], '/') && isSign(tokens[at + 2], '-') && tokens[at + 3]?.kind === 'number'
  return binds ? null : at + 1
}

const isOfVolume = (unit: Unit) => unit === 'l' || unit === 'cells'

interface Measured {
  number: Token
  unit: Unit | null
  next: number
}

function measuredAt(tokens: Token[], at: number): Measured | null {
  const number = tokens[at]
  if (number?.kind !== 'number') return null
  const unit = unitAt(tokens, at + 1)
  return { number, unit: unit?.unit ?? null, next: unit?.next ?? at + 1 }
}

/** «4 л - 30 см», «горшок 7 см - 80»: what is measured otherwise, or not at all, is no end of the range. */
const isOneRange = (first: Measured, second: Measured) =>
  first.unit === null || (second.unit !== null && isOfVolume(first.unit) === isOfVolume(second.unit))

/** No packing has a wider range. */
const widestPacking = 4

/** The third number of «18-20-25», of which nobody knows what it says. */
function thirdAt(tokens: Token[], second: Measured): number | null {
  const third = isSign(tokens[second.next], '-') ? secondAt(tokens, second.next, second.number.value) : null
  if (third === null || countedAt(tokens, third + 1) !== null) return null
  // «100-125 см - 10 л», «20-30 - 2 л»: what has another unit is another amount.
  const unit = unitAt(tokens, third + 1)?.unit
  if (unit !== undefined && (second.unit === null ? isOfVolume(unit) : second.unit !== unit)) return null
  return third
}

/** The upper end of a range: «80-100», «от 80 до 100». */
function upperEnd(
  tokens: Token[],
  first: Measured,
  end: 'from' | 'to' | null,
  isPacking: boolean,
): (Measured & { isChain: boolean }) | null {
  if (end === 'to') return null
  const until = end === 'from' ? endAt(tokens, first.next) : null
  const at =
    end === 'from' ? (until?.end === 'to' ? until.next : null) : secondAt(tokens, first.next, first.number.value)
  const second = at === null ? null : measuredAt(tokens, at)
  if (second === null || (end === null && !isOneRange(first, second))) return null
  // «с5 — 1400»: a packing and its price.
  if (isPacking && second.number.value > first.number.value * widestPacking) return null
  const third = thirdAt(tokens, second)
  if (third === null) return { ...second, isChain: false }
  return isPacking ? null : { ...second, next: third + 1, isChain: true }
}

/** «200+», «125 и выше»: where the open end stops, and its unit. */
function openEndAt(tokens: Token[], at: number): { unit: Unit | null; next: number } | null {
  const isPlus = isSign(tokens[at], '+')
  if (!isPlus && tokens[at]?.folded !== 'и') return null
  const next = isPlus ? at + 1 : endAt(tokens, at)?.next
  if (next === undefined) return null
  // "200+ см"
  const unit = unitAt(tokens, next)
  return { unit: unit?.unit ?? null, next: unit?.next ?? next }
}

/**
 * Reads a number, a range or an open range. After a packing (`isPacking`) a third number is separate: "C10-80-100" is a
 * container and a height.
 */
export function readAmount(tokens: Token[], start: number, isPacking = false): Amount | null {
  const open = endAt(tokens, start)
  const first = measuredAt(tokens, open?.next ?? start)
  if (first === null) return null
  const last = upperEnd(tokens, first, open?.end ?? null, isPacking)
  const more = last === null && open === null ? openEndAt(tokens, first.next) : null
  const unit = last?.unit ?? first.unit ?? more?.unit ?? null
  const end = more?.next ?? last?.next ?? first.next
  const counted = countedAt(tokens, end)
  const isOpen = open?.end === 'from' || more !== null
  return {
    from: open?.end === 'to' ? null : first.number.value,
    to: last?.number.value ?? (isOpen ? null : first.number.value),
    unit,
    isLone: last === null && open === null && more === null && unit === null,
    hasDecimals: first.number.decimals + (last?.number.decimals ?? 0) > 0,
    isChain: last?.isChain ?? false,
    counts: counted?.meaning ?? null,
    start,
    next: counted?.next ?? end,
  }
}

/** The number after a multiplication sign or an x: 80 in "200 x 80". */
export function readTimes(tokens: Token[], at: number): Amount | null {
  const isTimes = isSign(tokens[at], 'x') || (tokens[at]?.kind === 'word' && tokens[at]?.folded === 'x')
  const amount = isTimes ? readAmount(tokens, at + 1) : null
  return amount?.counts === null ? amount : null
}
