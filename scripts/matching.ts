/** Evaluates the matching of plant names on the test forms: `npm run matching` (docs/matching.md). */
import { matchName } from '#server/reading/names/match-name.ts'
import { buildNameIndex } from '#server/reading/names/name-index.ts'
import { namesOf } from '#server/reading/names/test-forms/directory-names.ts'
import { evaluate, readForms } from '#server/reading/names/test-forms/evaluate.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const names = namesOf(readDirectory())
const begun = performance.now()
const index = buildNameIndex(names)
print(`${names.length} plants, index built in ${Math.round(performance.now() - begun)} ms`)

const forms = readForms()
const shown = process.argv[2]
for (const half of ['tuned', 'held_out'] as const) {
  const {
    precision,
    found,
    offered,
    failures,
    forms: count,
  } = evaluate(
    index,
    names,
    forms.filter(form => form.half === half),
  )
  print(
    `${half}: ${count} forms, precision ${percent(precision)}, found ${percent(found)}, offered ${percent(offered)}`,
  )
  if (shown !== undefined && shown !== half && shown !== 'all') continue
  for (const { form, answer } of failures) {
    const where = form.section ? `${form.section} > ` : ''
    print(`  ${where}${form.text}: ${form.isDoubtful ? '?' : ''}${form.expected ?? '—'}, not ${answer}`)
  }
}

/** In processor time, so that other load on the machine does not count. */
function speed(run: () => void, lines: number): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return Math.round((lines * 1e6) / (user + system))
}
const matchAll = () => {
  for (const { text, section } of forms) matchName(index, text, { section })
}
print(`${speed(matchAll, forms.length)} lines a second, words known`)
const matchCold = () => {
  for (const { text, section } of forms) {
    index.remembered.hits.clear()
    matchName(index, text, { section })
  }
}
print(`${speed(matchCold, forms.length)} lines a second, every word new`)
