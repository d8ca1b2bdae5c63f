/** Measures the reading of lists that a generator writes: `npm run reading -- --seeds 200` (docs/price-lists.md). */
import { parseArgs } from 'node:util'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { evaluateList, evaluateSchedule } from './evaluate.ts'
import { generateList } from './layout.ts'
import { maskList } from './mask.ts'
import type { List } from './model.ts'
import {
  confidentFaults,
  printCauseCounts,
  printCauses,
  printFigures,
  printList,
  printSchedule,
  printScheduleFigures,
} from './report.ts'
import { generateSchedule } from './schedule.ts'
import type { Fault } from './score.ts'
import { shrinkList } from './shrink.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    kind: { type: 'string', default: 'price-list' },
    /** The closed words: figures alone, nobody looks at their failures. */
    closed: { type: 'boolean', default: false },
    /** The reader knows only a part of the words, another for each seed. */
    masked: { type: 'boolean', default: false },
    /** Nobody answers the questions: several times as fast. */
    unanswered: { type: 'boolean', default: false },
    /** So many failing lists of each cause are shrunk and shown. */
    show: { type: 'string', default: '0' },
    /** Only this cause is shown. */
    cause: { type: 'string' },
    /** Shows the first list as it is. */
    whole: { type: 'boolean', default: false },
  },
})

const plants = seededPlants()
const [from, count] = [Number(values.from), Number(values.seeds)]

interface Kind<Outcome> {
  generate: (seed: number, isClosed: boolean) => List
  evaluate: (list: List) => Promise<Outcome>
  figures: (outcomes: Outcome[]) => void
  causes: (outcomes: Outcome[]) => void
  counts: (outcomes: Outcome[]) => void
  faults: (outcome: Outcome) => Fault[]
  show: (outcome: Outcome) => void
}

async function measure<Outcome extends { list: List }>({
  generate,
  evaluate,
  figures,
  causes,
  counts,
  faults,
  show,
}: Kind<Outcome>): Promise<void> {
  const outcomes: Outcome[] = []
  for (let seed = from; seed < from + count; seed += 1) {
    const list = generate(seed, values.closed)
    outcomes.push(await evaluate(values.masked ? maskList(list) : list))
  }
  figures(outcomes)
  if (values.closed) return counts(outcomes)
  causes(outcomes)
  const shown = new Map<string, number>()
  for (const outcome of outcomes) {
    for (const cause of new Set(faults(outcome).map(one => one.cause))) {
      const times = shown.get(cause) ?? 0
      if (times >= Number(values.show) || (values.cause !== undefined && cause !== values.cause)) continue
      shown.set(cause, times + 1)
      const fails = async (list: List) => faults(await evaluate(list)).some(fault => fault.cause === cause)
      process.stdout.write(`\n--- ${cause}`)
      show(await evaluate(await shrinkList(outcome.list, fails)))
    }
  }
  const [first] = outcomes
  if (values.whole && first) show(first)
}

await (values.kind === 'schedule'
  ? measure({
      generate: generateSchedule,
      evaluate: list => evaluateSchedule(list, plants),
      figures: printScheduleFigures,
      causes: printCauses,
      counts: printCauseCounts,
      faults: confidentFaults,
      show: printSchedule,
    })
  : measure({
      generate: generateList,
      evaluate: list => evaluateList(list, plants, !values.unanswered),
      figures: printFigures,
      causes: printCauses,
      counts: printCauseCounts,
      faults: confidentFaults,
      show: printList,
    }))
