import type { Form, Root, Span } from '#contract/variants.ts'
import type { Measure } from './statements.ts'

export type Habit = 'tree' | 'conifer' | 'shrub' | 'climber' | 'perennial'

/** The habit of plants in a category where all share one, by slug. */
const habits: Record<string, Habit> = {
  'listvennye-derevya': 'tree',
  hvoynye: 'conifer',
  'listvennye-kustarniki': 'shrub',
  'vechnozelenye-i-vereskovye': 'shrub',
  rozy: 'shrub',
  liany: 'climber',
  mnogoletniki: 'perennial',
  lukovichnye: 'perennial',
  zlaki: 'perennial',
}

export const habitOfCategory = (slug: string | null | undefined): Habit | null => habits[slug ?? ''] ?? null

/** What is known apart from the text. */
export interface Context {
  /** The form, from a separate column. */
  form?: Form | null
  /** The habit of the named plant. */
  habit?: Habit | null
  /** What a number without a word measures, from the column's title. */
  measure?: Measure | null
}

/** Steps in which trees are graded by girth: the usual ones of the trade, and larger ones of the same series. */
const girthSteps = new Set(
  '6-8 8-10 10-12 12-14 14-16 16-18 18-20 20-25 25-30 30-35 35-40 40-45 45-50 50-60 60-70 70-80 80-90 90-100'.split(
    ' ',
  ),
)
/** Steps by height, ГОСТ Р 59370-2021: 5 cm up to 30, 10 up to 60, 20 up to 100. */
const heightSteps = new Set('5-10 10-15 15-20 20-25 25-30 30-40 40-50 50-60 60-80 80-100'.split(' '))

export interface Evidence {
  form: Form | null
  habit: Habit | null
  /** The height of a stem or a standard form is stated. */
  isStandard: boolean
  roots: Root[]
  /** A closed root system, of which nobody knows whether it is that of a seedling or of a tree. */
  isClosedRoot: boolean
  /** The lower end of the height stated beside it, in centimetres. */
  height: number | null
}

export const isGirthStep = (from: number, to: number) => girthSteps.has(`${from}-${to}`)

/** Heights are never graded in steps of two centimetres. */
export const isGirthAlone = (from: number, to: number) => isGirthStep(from, to) && !heightSteps.has(`${from}-${to}`)

/** A tree's height is at least ten times its girth: "18-20 500-550" states both. */
const isTallBeside = (height: number | null, girth: number) => height !== null && height >= 100 && height >= 8 * girth

const either: Span[] = ['girth', 'height']

/**
 * What centimetres without a word can measure; several measures if it is ambiguous. Follows the table of
 * docs/notation.md line by line.
 */
export function whatIsMeasured(from: number | null, to: number | null, evidence: Evidence): Span[] {
  const low = from ?? to ?? 0
  const high = to ?? from ?? 0
  const isRange = from !== null && to !== null && from !== to
  const { form, habit, isStandard, roots } = evidence
  if (low >= 100) return ['height']
  if (isStandard) {
    if (isRange) return isGirthStep(low, high) ? ['girth'] : either
    return high <= 60 ? ['girth'] : either
  }
  // Solitaires are trees and shrubs that stood alone, and are sold as others are.
  const isLow =
    (form !== null && form !== 'solitaire') ||
    (habit !== null && habit !== 'tree') ||
    roots.some(root => root === 'pot' || root === 'tray')
  if (isLow) return isRange && isGirthAlone(low, high) && high <= 20 ? either : ['height']
  if (!isRange) return either
  if (isGirthStep(low, high) && isTallBeside(evidence.height, high)) return ['girth']
  if (habit === 'tree') {
    const mayBeSeedling = evidence.isClosedRoot && heightSteps.has(`${low}-${high}`)
    if (isGirthStep(low, high)) return low === 50 || mayBeSeedling ? either : ['girth']
    return heightSteps.has(`${low}-${high}`) || low >= 40 ? ['height'] : either
  }
  if (isGirthStep(low, high)) return high <= 20 ? ['girth'] : either
  return low >= 40 ? ['height'] : either
}
