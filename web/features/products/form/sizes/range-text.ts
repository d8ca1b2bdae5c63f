import { numberText, withoutSpaces } from '#web/lib/number-text.ts'

/** The two ends of a range as texts; equal for a single value. */
export interface Range {
  from: string
  to: string
}

const number = String.raw`\d(?:[\d\s]*\d)?(?:\s*[.,]\d+)?`
const both = new RegExp(String.raw`^(?:от\s*)?(${number})\s*(?:[\p{Pd}−/]|до)\s*(${number})$`, 'iu')
const open = new RegExp(String.raw`^(?:от\s*|[>≥]\s*)(${number})$|^(${number})\s*\+$`, 'iu')
const closed = new RegExp(String.raw`^(?:до\s*|[<≤]\s*)(${number})$`, 'iu')

/** «16–18», «16/18», «от 200», «200+», «до 150», «80». Anything else is an error of both ends. */
export function readRange(text: string): Range {
  const typed = text.trim()
  const range = both.exec(typed)
  if (range) return { from: withoutSpaces(range[1] ?? ''), to: withoutSpaces(range[2] ?? '') }
  const from = open.exec(typed)
  if (from) return { from: withoutSpaces(from[1] ?? from[2] ?? ''), to: '' }
  const to = closed.exec(typed)
  if (to) return { from: '', to: withoutSpaces(to[1] ?? '') }
  return { from: withoutSpaces(typed), to: withoutSpaces(typed) }
}

/** A range as shown in a field. */
export function rangeText(from: number | string | null, to: number | string | null): string {
  const [low, high] = [numberText(from), numberText(to)]
  if (low === '') return high === '' ? '' : `до ${high}`
  if (high === '') return `от ${low}`
  return low === high ? low : `${low}–${high}`
}

/** The typed text, as the form would write it. */
export function tidyRange(text: string): string {
  const { from, to } = readRange(text)
  return /^[\d.,]*$/.test(from + to) ? rangeText(from, to) : text
}
