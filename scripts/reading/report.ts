import type { Outcome, ScheduleOutcome } from './evaluate.ts'
import { columnKey } from './grid.ts'
import type { OfferTruth } from './model.ts'
import type { ReadingRow } from './reader.ts'
import { noScheduleScore, scoredWishes } from './score-schedule.ts'
import { addScore, noScore, type Score, scoredFields } from './score.ts'

const print = (line = '') => process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number) =>
  whole === 0 ? '—' : `${((part / whole) * 100).toFixed(part / whole > 0.99 && part !== whole ? 2 : 1)} %`

function sumOf(scores: Score[]): Score {
  const sum = noScore()
  for (const score of scores) addScore(sum, score)
  return sum
}

const at = (numbers: number[], share: number) =>
  numbers.toSorted((one, two) => one - two)[Math.floor((numbers.length - 1) * share)] ?? 0

export function printFigures(outcomes: Outcome[]): void {
  const [before, after] = [sumOf(outcomes.map(one => one.before)), sumOf(outcomes.map(one => one.after))]
  const line = (name: string, floor: string, figure: (score: Score) => string) =>
    print(`${name.padEnd(34)}${floor.padEnd(16)}${figure(before).padEnd(22)}${figure(after)}`)
  print(
    `${outcomes.length} lists, ${before.offers} offers, ${before.rows} rows, ${outcomes.filter(one => one.before.failure !== null).length} not read`,
  )
  print(`${''.padEnd(34)}${'floor'.padEnd(16)}${'before answering'.padEnd(22)}after`)
  line('rows accounted for', '100 %', score => percent(score.accounted, score.rows))
  line('words of no field kept', '100 %', score => percent(score.keptWords, score.words))
  line('wrong with confidence', '0.2 %', score => `${percent(score.wrong, score.offers)} (${score.wrong})`)
  line('  guessed what nobody knows', '0', score => `${percent(score.guessed, score.offers)} (${score.guessed})`)
  line('doubtful', '', score => percent(score.doubtful, score.offers))
  line('plants: precision', '99 %', score => percent(score.right, score.answered))
  line('plants: recall', '95 %', score => percent(score.right, score.named))
  line('size', '90 / 97 %', score => percent(score.sizes, score.offers))
  line('packing', '90 / 97 %', score => percent(score.packings, score.offers))
  line('price', '97 / 99.5 %', score => percent(score.prices, score.offers))
  line('stock', '90 / 97 %', score => percent(score.stocks, score.offers))
  const asked = outcomes.map(one => one.before.questions)
  print(
    `${'questions a list: median, most'.padEnd(34)}${'3 / 7'.padEnd(16)}${at(asked, 0.5)} / ${Math.max(0, ...asked)}`,
  )
  const clean = outcomes.filter(({ before: { wrong } }) => wrong === 0).length
  print(`${'lists without a confident fault'.padEnd(34)}${''.padEnd(16)}${percent(clean, outcomes.length)}`)
  // Small files cost more than their rows.
  const long = outcomes.filter(one => one.before.rows >= 150)
  const spent = sumOf(long.map(one => one.before))
  const speed = `${((spent.milliseconds / Math.max(1, spent.rows)) * 1000).toFixed(0)} (${spent.rows} rows of ${long.length} long lists), a list ${at(
    outcomes.map(one => one.before.milliseconds),
    0.5,
  ).toFixed(0)}`
  print(`${'milliseconds for 1,000 rows'.padEnd(34)}${'500'.padEnd(16)}${speed}`)
}

type AnyOutcome = Outcome | ScheduleOutcome

/** The choices that lists with a fault share more often than others. */
function suspects(failing: AnyOutcome[], all: AnyOutcome[]): string {
  const count = (outcomes: AnyOutcome[]) => {
    const found = new Map<string, number>()
    for (const { list } of outcomes)
      for (const choice of Object.entries(list.choices))
        found.set(choice.join('='), (found.get(choice.join('=')) ?? 0) + 1)
    return found
  }
  const [own, usual] = [count(failing), count(all)]
  return [...own]
    .map(([choice, times]) => ({
      choice,
      times,
      lift: times / failing.length / ((usual.get(choice) ?? 1) / all.length),
    }))
    .filter(({ times, lift }) => times >= Math.max(2, failing.length * 0.2) && lift > 1.3)
    .toSorted((one, two) => two.lift * Math.sqrt(two.times) - one.lift * Math.sqrt(one.times))
    .slice(0, 4)
    .map(({ choice, lift }) => `${choice} ×${lift.toFixed(1)}`)
    .join(', ')
}

export const confidentFaults = ({ before }: AnyOutcome) => before.faults.filter(({ isConfident }) => isConfident)

/** How often each field was wrong, and nothing of what stood in the lists. */
export function printCauseCounts(outcomes: AnyOutcome[]): void {
  const counts = new Map<string, { offers: number; lists: Set<AnyOutcome> }>()
  for (const outcome of outcomes) {
    for (const { cause } of confidentFaults(outcome)) {
      const entry = counts.get(cause) ?? { offers: 0, lists: new Set() }
      entry.offers += 1
      entry.lists.add(outcome)
      counts.set(cause, entry)
    }
  }
  for (const [cause, { offers, lists }] of counts)
    print(`${cause.padEnd(24)}${String(offers).padStart(6)}${String(lists.size).padStart(5)}`)
}

export function printCauses(outcomes: AnyOutcome[]): void {
  const causes = new Map<string, { offers: number; lists: Set<AnyOutcome>; example: string }>()
  for (const outcome of outcomes) {
    for (const fault of confidentFaults(outcome)) {
      const entry = causes.get(fault.cause) ?? { offers: 0, lists: new Set(), example: '' }
      entry.offers += 1
      if (!entry.lists.has(outcome) && entry.lists.size < 2) {
        entry.example += `${entry.example && '; '}seed ${outcome.list.seed} row ${fault.row}: ${fault.expected} → ${fault.got}`
      }
      entry.lists.add(outcome)
      causes.set(fault.cause, entry)
    }
  }
  print()
  print('Wrong with confidence, by cause (offers, lists):')
  for (const [cause, { offers, lists, example }] of [...causes].toSorted(
    ([, one], [, two]) => two.offers - one.offers,
  )) {
    print(
      `${cause.padEnd(24)}${String(offers).padStart(6)}${String(lists.size).padStart(5)}  ${suspects([...lists], outcomes)}`,
    )
    print(
      `${''.padEnd(37)}${example}  seeds ${[...lists]
        .slice(0, 8)
        .map(({ list }) => list.seed)
        .join(' ')}`,
    )
  }
  const failures = outcomes.filter(({ before }) => before.failure !== null)
  for (const { list, before } of failures.slice(0, 5))
    print(`not read: seed ${list.seed} (${list.format}): ${before.failure}`)
}

const unsaid = new Set<unknown>([null, undefined, '', false])
const inShort = (fields: object) =>
  Object.entries(fields)
    .filter(
      ([field, value]) =>
        !unsaid.has(value) &&
        !(Array.isArray(value) && value.length === 0) &&
        (scoredFields as readonly string[]).concat('note').includes(field),
    )
    .map(([field, value]) => `${field}=${JSON.stringify(value)}`)
    .join(' ')

const truthLines = ({ plant, variants, info }: OfferTruth) =>
  variants.map(
    ({ stated, accepted, ambiguous, remarks }) =>
      `    list: #${plant ?? '—'} ${inShort(stated)}${remarks.length > 0 ? ` note⊇${JSON.stringify(remarks)}` : ''}${Object.keys(accepted).length > 0 ? ` or ${JSON.stringify(accepted)}` : ''}${ambiguous.length > 0 ? ` unknowable: ${[...new Set(ambiguous)].join(',')}` : ''}${info.length > 0 ? ` words: ${JSON.stringify(info)}` : ''}`,
  )
const readingLines = (row: ReadingRow) => [
  ...row.variants.map(variant => `    read: #${row.plant?.id ?? '—'} ${inShort(variant)}`),
  `    read: ${row.kind} ${row.verdict ?? ''} ${row.problems.map(({ field, code }) => `${field}:${code}`).join(' ')}`,
]

/** A list beside what it says and what was read. `most`: rows shown. */
export function printList({ list, written, reading, before }: Outcome, most = 60): void {
  print()
  print(
    `seed ${list.seed}${list.isClosed ? ' closed' : ''}, ${list.format}: ${Object.entries(list.choices)
      .map(choice => choice.join('='))
      .join(' ')}`,
  )
  for (const { name, rows } of written.grids) {
    print(`sheet «${name}»`)
    const columns = Array.from(
      { length: Math.max(0, ...rows.map(row => row.length)) },
      (_, column) => written.columns.get(columnKey(name, column))?.concept ?? '',
    )
    print(`  columns: ${columns.join(' | ')}`)
    rows.slice(0, most).forEach((row, index) => {
      print(
        `${String(index + 1).padStart(4)} ${row.map(({ text, value }) => (value === undefined ? JSON.stringify(text).slice(1, -1) : `#${value}`)).join(' | ')}`,
      )
      for (const offer of written.truth.filter(one => one.sheet === name && one.row === index + 1))
        for (const line of truthLines(offer)) print(line)
      for (const one of reading.rows.filter(
        each =>
          each.row === index + 1 &&
          each.sheet.startsWith(name) &&
          (each.kind === 'offer' || written.truth.some(offer => offer.row === each.row && offer.sheet === name)),
      )) {
        for (const line of readingLines(one)) print(line)
      }
      for (const { cause, expected, got, isConfident } of before.faults.filter(
        fault => fault.row === index + 1 && fault.sheet.startsWith(name),
      ))
        print(`    ${isConfident ? '!!' : '??'} ${cause}: ${expected} → ${got}`)
    })
  }
  for (const { kind, text, rows, options } of reading.questions)
    print(`  question ${kind} (${rows} rows): ${text} [${options.map(({ value }) => value).join(', ')}]`)
}

export function printScheduleFigures(outcomes: ScheduleOutcome[]): void {
  const sum = noScheduleScore()
  for (const { before } of outcomes) {
    for (const key of Object.keys(sum) as (keyof typeof sum)[])
      if (key !== 'failure' && key !== 'faults') sum[key] += before[key]
  }
  const line = (name: string, figure: string) => print(`${name.padEnd(34)}${figure}`)
  print(
    `${outcomes.length} schedules, ${sum.items} items, ${sum.rows} rows, ${outcomes.filter(one => one.before.failure !== null).length} not read`,
  )
  line('rows accounted for', percent(sum.lines, sum.rows))
  line('wrong with confidence', `${percent(sum.wrong, sum.items)} (${sum.wrong})`)
  line('items: precision', percent(sum.found, sum.taken))
  line('items: recall', percent(sum.found, sum.items))
  line('quantity', percent(sum.quantities, sum.items))
  line('unit', percent(sum.units, sum.items))
  line('size and packing', percent(sum.wishes, sum.items))
  line('plants: precision', percent(sum.right, sum.answered))
  line('plants: recall', percent(sum.right, sum.named))
  line(
    'schedules without a confident fault',
    percent(outcomes.filter(({ before: { wrong } }) => wrong === 0).length, outcomes.length),
  )
  line('milliseconds for 1,000 rows', ((sum.milliseconds / sum.rows) * 1000).toFixed(0))
}

/** A schedule beside what it says and what was read. */
export function printSchedule({ list, written, lines, before }: ScheduleOutcome): void {
  print()
  print(
    `seed ${list.seed}${list.isClosed ? ' closed' : ''}, ${list.format}: ${Object.entries(list.choices)
      .map(choice => choice.join('='))
      .join(' ')}`,
  )
  for (const { name, rows } of written.grids) {
    rows.forEach((row, index) => {
      print(`${String(index + 1).padStart(4)} ${row.map(({ text }) => JSON.stringify(text).slice(1, -1)).join(' | ')}`)
      for (const { plant, quantity, unit, variants } of written.truth.filter(
        one => one.sheet === name && one.row === index + 1,
      )) {
        print(`    asks: #${plant ?? '—'} quantity=${quantity} ${unit ?? ''} ${inShort(variants[0]?.stated ?? {})}`)
      }
      for (const { cause, expected, got, isConfident } of before.faults.filter(fault => fault.row === index + 1))
        print(`    ${isConfident ? '!!' : '??'} ${cause}: ${expected} → ${got}`)
    })
  }
  for (const { text, isNote, plant, quantity, unit, wish } of lines.filter(one => !one.isNote)) {
    const wishes = Object.entries(wish).filter(([field, value]) => scoredWishes.includes(field) && value !== null)
    print(
      `    read: ${isNote ? 'note' : `#${plant ?? '—'}`} ${quantity ?? ''} ${unit ?? ''} ${wishes.map(([field, value]) => `${field}=${value}`).join(' ')} of «${text}»`,
    )
  }
  for (const { got } of before.faults.filter(({ cause }) => cause === 'invented')) print(`    !! invented: ${got}`)
}
