import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import type { Written } from './grid.ts'
import type { OfferTruth, Stated } from './model.ts'
import type { Fault } from './score.ts'

/** Compares the lines of a schedule with what it says. A field that is left open is a miss, not a fault. */

export interface ScheduleScore {
  failure: string | null
  rows: number
  lines: number
  items: number
  /** Lines that were read as plants. */
  taken: number
  found: number
  quantities: number
  units: number
  wishes: number
  named: number
  answered: number
  right: number
  wrong: number
  milliseconds: number
  faults: Fault[]
}

export const noScheduleScore = (): ScheduleScore => ({
  failure: null,
  rows: 0,
  lines: 0,
  items: 0,
  taken: 0,
  found: 0,
  quantities: 0,
  units: 0,
  wishes: 0,
  named: 0,
  answered: 0,
  right: 0,
  wrong: 0,
  milliseconds: 0,
  faults: [],
})

const wishFields = [
  'form',
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'transplants',
  'root',
  'root_size_from',
  'root_size_to',
] as const
export const scoredWishes: readonly string[] = wishFields

const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '')

const expectedOf = (stated: Stated, field: (typeof wishFields)[number]) =>
  field === 'root_size_from' || field === 'root_size_to' ? (stated.root_size ?? null) : (stated[field] ?? null)

function compareWish({ variants }: OfferTruth, { wish }: ScheduleLine) {
  const [{ stated, accepted, ambiguous } = { stated: {}, accepted: {}, ambiguous: [] }] = variants
  return wishFields.flatMap(field => {
    const [expected, got] = [expectedOf(stated, field), wish[field]]
    const isTrunk = stated.stem_height !== undefined || stated.girth_from !== undefined
    const isFollowing =
      field === 'form' && expected === null && (isTrunk || (stated.root === 'tray' && got === 'young'))
    const isAccepted = field in accepted && (accepted[field as 'root'] ?? []).includes(got)
    const isUnknowable = (ambiguous as string[]).includes(field)
    const isRight =
      expected === got || (typeof expected === 'number' && typeof got === 'number' && Math.abs(expected - got) < 0.051)
    return isRight || isFollowing || isAccepted || (isUnknowable && got === null)
      ? []
      : [{ field, expected, got, isMiss: got === null }]
  })
}

function pairLines(
  truth: OfferTruth[],
  lines: ScheduleLine[],
  order: Map<number, number>,
): Map<OfferTruth, ScheduleLine> {
  const pairs = new Map<OfferTruth, ScheduleLine>()
  const taken = new Set<ScheduleLine>()
  const written = lines.map(line => ({ line, letters: bare(line.text) }))
  for (const isWhole of [true, false]) {
    for (const offer of truth) {
      if (pairs.has(offer)) continue
      const texts = (isWhole ? offer.texts : offer.probe.split('\n').slice(0, 1)).map(bare)
      const at = order.get(offer.row) ?? 0
      const fitting = written.flatMap(({ line, letters }, index) =>
        !taken.has(line) && texts.every(text => letters.includes(text))
          ? [{ line, distance: Math.abs(index - at) }]
          : [],
      )
      const [nearest] = fitting.toSorted((one, two) => one.distance - two.distance)
      if (!nearest) continue
      pairs.set(offer, nearest.line)
      taken.add(nearest.line)
    }
  }
  return pairs
}

export function scoreSchedule({ truth, grids }: Written, lines: ScheduleLine[], milliseconds: number): ScheduleScore {
  const score = { ...noScheduleScore(), faults: [] as Fault[], milliseconds }
  const order = new Map<number, number>()
  for (const { rows } of grids) {
    rows.forEach((row, at) => {
      if (row.some(({ text }) => text.trim() !== '')) order.set(at + 1, order.size)
    })
  }
  score.rows = order.size
  const letters = bare(lines.map(({ text }) => text).join(' '))
  // Of every row of the file something is returned: the whole of it, in order of reading.
  score.lines = [...order.keys()].filter(row =>
    (grids[0]?.rows[row - 1] ?? []).every(({ text }) => text.split('\n').every(line => letters.includes(bare(line)))),
  ).length
  const pairs = pairLines(truth, lines, order)
  for (const offer of truth) {
    score.items += 1
    if (offer.plant !== null) score.named += 1
    const line = pairs.get(offer)
    let isWrong = false
    const fault = (cause: string, expected: unknown, got: unknown, isConfident: boolean) => {
      score.faults.push({
        cause,
        sheet: offer.sheet,
        row: offer.row,
        expected: JSON.stringify(expected),
        got: JSON.stringify(got ?? null),
        isConfident,
      })
      if (isConfident) isWrong = true
    }
    if (!line || line.isNote) fault('lost', 'a plant', line ? 'a note' : 'no line', true)
    else {
      score.found += 1
      if (line.plant !== null) {
        score.answered += 1
        if (line.plant === offer.plant) score.right += 1
        else fault('plant', offer.plant, line.plant, true)
      } else if (offer.plant !== null) fault('missing: plant', offer.plant, null, false)
      if (line.quantity === offer.quantity) score.quantities += 1
      else
        fault(
          line.quantity === null ? 'missing: quantity' : 'quantity',
          offer.quantity,
          line.quantity,
          line.quantity !== null,
        )
      const units = offer.unit === null ? [null, 'шт'] : [offer.unit]
      if (units.includes(line.unit)) score.units += 1
      else fault(line.unit === null ? 'missing: unit' : 'unit', offer.unit, line.unit, line.unit !== null)
      const wishes = compareWish(offer, line)
      if (wishes.length === 0) score.wishes += 1
      for (const { field, expected, got, isMiss } of wishes)
        fault(isMiss ? `missing: ${field}` : field, expected, got, !isMiss)
    }
    if (isWrong) score.wrong += 1
  }
  const paired = new Set(pairs.values())
  for (const line of lines) {
    if (line.isNote) continue
    score.taken += 1
    if (paired.has(line) || (line.plant === null && line.quantity === null)) continue
    score.wrong += 1
    score.faults.push({
      cause: 'invented',
      sheet: grids[0]?.name ?? '',
      row: 0,
      expected: '"a note"',
      got: JSON.stringify(line.text),
      isConfident: true,
    })
  }
  return score
}
