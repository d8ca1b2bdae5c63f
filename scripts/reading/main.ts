/** Measures the reading of lists that a generator writes: `npm run reading -- --seeds 200` (docs/price-lists.md). */
import { parseArgs } from 'node:util'
import { seededPlants } from '#server/domains/price-lists/test-layouts/seeded-plants.ts'
import { evaluateList, type Outcome } from './evaluate.ts'
import { generateList } from './layout.ts'
import type { List } from './model.ts'
import { confidentFaults, printCauses, printFigures, printList } from './report.ts'
import { shrinkList } from './shrink.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
    closed: { type: 'boolean', default: false },
    /** Only this cause is shown. */
    cause: { type: 'string' },
    /** Shows the first list as it is. */
    whole: { type: 'boolean', default: false },
  },
})

const plants = seededPlants()
const outcomes: Outcome[] = []
const [from, count] = [Number(values.from), Number(values.seeds)]
for (let seed = from; seed < from + count; seed += 1)
  outcomes.push(await evaluateList(generateList(seed, values.closed), plants))
printFigures(outcomes)
if (!values.closed) {
  printCauses(outcomes)
  // The most frequent causes first, one list of each.
  const causeOf = (outcome: Outcome) =>
    confidentFaults(outcome).find(({ cause }) => values.cause === undefined || cause === values.cause)?.cause
  const shown = new Set<string>()
  for (const outcome of outcomes) {
    const cause = causeOf(outcome)
    if (cause === undefined || shown.size >= Number(values.show) || (values.cause === undefined && shown.has(cause)))
      continue
    shown.add(values.cause === undefined ? cause : String(outcome.list.seed))
    const fails = async (list: List) =>
      confidentFaults(await evaluateList(list, plants)).some(fault => fault.cause === cause)
    printList(await evaluateList(await shrinkList(outcome.list, fails), plants))
  }
  if (values.whole) printList(outcomes[0] as Outcome)
}
