/** Evaluates the reading of price lists on the test layouts: `npm run price-lists` (docs/price-lists.md). */
import {
  evaluate,
  type Figures,
  halves,
  noFigures,
  readLayouts,
} from '#server/reading/price-lists/test-layouts/evaluate.ts'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)} %`)

const line = (name: string, of: Figures) =>
  [
    name.padEnd(34),
    `rows ${of.rows}`,
    `accounted ${percent(of.accounted, of.rows)}`,
    `kinds ${percent(of.kinds, of.rows)}`,
    `precision ${percent(of.right, of.answered)}`,
    `found ${percent(of.right, of.named)}`,
    `size ${percent(of.sizes, of.variants)}`,
    `packing ${percent(of.packings, of.variants)}`,
    `price ${percent(of.prices, of.variants)}`,
    `stock ${percent(of.stocks, of.variants)}`,
    `doubtful ${of.doubtful} of ${of.offers}`,
    `wrong with confidence ${of.wrong}`,
  ].join('  ')

/** The layouts whose failures are printed: `tuned`, `held_out`, `open` or `all`; of the closed ones they never are. */
const shown = process.argv[2]
const plants = seededPlants()
const layouts = [...readLayouts(), ...readLayouts('published')]
for (const half of halves) {
  const isClosed = half.startsWith('closed')
  const sum = noFigures()
  for (const layout of layouts.filter(one => one.half === half)) {
    const figures = await evaluate(layout, plants)
    if (!isClosed) print(line(layout.name, figures))
    for (const key of Object.keys(sum) as (keyof Figures)[]) {
      if (key === 'failures') sum.failures.push(...figures.failures)
      else sum[key] += figures[key]
    }
  }
  print(line(half, sum))
  if (!isClosed && (shown === half || shown === 'all')) for (const failure of sum.failures) print(`  ${failure}`)
}
