import { median } from './load.ts'
import type { Measured } from './measure.ts'
import { timesAtMost } from './targets.ts'

export interface Result {
  name: string
  products: number
  bytes: number
  requests_per_second: number
  ratio: number
  processor_ms: number
  processor_ratio: number
  p50_ms: number
  p97_5_ms: number
  first_after_change_p50_ms: number
  first_after_change_p97_5_ms: number
  /** Its time relative to the same request with few products; `null` if there is no such target. */
  times_few: number | null
  aim: string
  /** `null` without a target. */
  met: boolean | null
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Compares the results with their targets. */
export function judge(measured: Measured[]): Result[] {
  return measured.map(one => {
    const { name, aim } = one.target
    let timesFew: number | null = null
    let met: boolean | null = null
    let text = ''
    if (aim && 'ratioAtLeast' in aim) {
      met = one.ratio >= aim.ratioAtLeast
      text = `ratio ≥ ${aim.ratioAtLeast}`
    } else if (aim) {
      const few = measured.find(other => other.target.name === aim.timesThatOf)
      timesFew = median(one.turns.map((perSecond, turn) => (few?.turns[turn] ?? 0) / perSecond))
      met = timesFew <= timesAtMost
      text = `time ≤ ${timesAtMost} × few`
    }
    return {
      name,
      products: one.products,
      bytes: one.bytes,
      requests_per_second: round(one.perSecond, 0),
      ratio: round(one.ratio, 3),
      processor_ms: round(one.processor, 3),
      processor_ratio: round(one.processorRatio, 3),
      p50_ms: round(one.p50, 1),
      p97_5_ms: round(one.p97, 1),
      first_after_change_p50_ms: round(one.firstAfterChange.p50, 1),
      first_after_change_p97_5_ms: round(one.firstAfterChange.p97, 1),
      times_few: timesFew === null ? null : round(timesFew, 2),
      aim: text,
      met,
    }
  })
}

export interface Sizes {
  many: number
  few: number
  people: number
  posts: number
}

const headings = [
  '',
  'bytes',
  'req/s',
  'ratio',
  'cpu ms',
  'cpu ratio',
  'p50 ms',
  'p97.5 ms',
  'after a change p50',
  'p97.5',
  '× few',
  'aim',
  '',
]

export function asTable(results: Result[], database: string, sizes: Sizes): string {
  const { many, few, people, posts } = sizes
  const rows = results.map(result => [
    result.name,
    String(result.bytes),
    String(result.requests_per_second),
    result.ratio.toFixed(3),
    result.processor_ms.toFixed(3),
    result.processor_ratio.toFixed(3),
    result.p50_ms.toFixed(1),
    result.p97_5_ms.toFixed(1),
    `${result.first_after_change_p50_ms.toFixed(1)} ms`,
    `${result.first_after_change_p97_5_ms.toFixed(1)} ms`,
    result.times_few?.toFixed(2) ?? '',
    result.aim,
    result.met === null ? '' : result.met ? 'met' : 'NOT MET',
  ])
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map(row => row[column] ?? '')].map(cell => cell.length)),
  )
  const isText = (column: number) => column === 0 || column >= 11
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [
    `${database}; many: ${many} products, few: ${few}; everything without "few" has many, and ${people} people with ${posts} posts.`,
    'Ratio: requests per second to those of a constant answer of the same bytes and headers, taking turns.',
    "Cpu: the same by processor time of the server process, which a busy machine disturbs less (without PostgreSQL's own).",
    'Latest, product and pages are answered from memory; categories are computed each time (no address twice), and so is',
    'everything from the feed on, asked for by signed-in people in turn.',
    '',
    line(headings),
    line(widths.map(width => '─'.repeat(width))),
    ...rows.map(line),
  ].join('\n')
}
