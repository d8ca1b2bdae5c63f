/** Measures the reading of plant schedules on the written ones: `npm run schedules`. */
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import {
  evaluateSchedule,
  halves,
  noScheduleFigures,
  readSchedules,
  type ScheduleFigures,
} from '#server/reading/schedules/test-schedules/evaluate.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)} %`)

const line = (name: string, of: ScheduleFigures) =>
  [
    name.padEnd(26),
    `lines ${of.returned} of ${of.lines}`,
    `items ${of.items}`,
    `precision ${percent(of.found, of.taken)}`,
    `recall ${percent(of.found, of.items)}`,
    `quantity ${percent(of.quantities, of.found)}`,
    `unit ${percent(of.units, of.found)}`,
    `plants right of answered ${percent(of.right, of.answered)}`,
    `found ${percent(of.right, of.named)}`,
    `wish ${percent(of.wishes, of.found)}`,
  ].join('  ')

/** Whose failures are printed: `tuned`, `held_out` or `all`; of the closed ones they never are. */
const shown = process.argv[2]
const plants = seededPlants()
for (const half of halves) {
  const isClosed = half === 'closed'
  const sum = noScheduleFigures()
  for (const schedule of readSchedules().filter(one => one.half === half)) {
    const figures = await evaluateSchedule(schedule, plants)
    if (!isClosed) print(line(schedule.name, figures))
    for (const key of Object.keys(sum) as (keyof ScheduleFigures)[]) {
      if (key === 'failures') sum.failures.push(...figures.failures)
      else sum[key] += figures[key]
    }
  }
  print(line(half, sum))
  if (!isClosed && (shown === half || shown === 'all')) for (const failure of sum.failures) print(`  ${failure}`)
}
