import { readFileSync } from 'node:fs'
import { matchName } from '../match-name.ts'
import type { NameIndex, PlantNames } from '../name-index.ts'
import { latinNameFinder } from './directory-names.ts'

/** A way in which somebody writes a plant's name, or a text that names none. */
export interface Form {
  text: string
  section: string | null
  /** A Latin name of the directory; null if the engine must not answer with a plant. */
  expected: string | null
  /** The engine must not answer with a plant, but `expected` must be among the candidates. */
  isDoubtful: boolean
  /** The rules are tuned on one half; the held-out half measures how well they generalise. */
  half: 'tuned' | 'held_out'
}

export interface Figures {
  forms: number
  /** The share of answers that are correct. */
  precision: number
  /** The share of named plants that are answered correctly. */
  found: number
  /** The share of ambiguous names whose candidates include the plant. */
  offered: number
  failures: { form: Form; answer: string }[]
}

const file = new URL('forms.tsv', import.meta.url)

/** FNV-1a: the same text is in the same half on every machine. */
function halfOf(text: string): Form['half'] {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 16) % 2 === 0 ? 'tuned' : 'held_out'
}

/** Reads the written forms: text, section above it, Latin name. `—` means no plant, `?` before a name a candidate. */
export function readForms(): Form[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const [text = '', section = '', expected = ''] = line.split('\t')
    return {
      text,
      section: section || null,
      expected: expected === '—' ? null : expected.replace(/^\?/, ''),
      isDoubtful: expected.startsWith('?'),
      half: halfOf(`${text}\t${section}`),
    }
  })
}

/** Matches every form and counts the results. `names` are those from which the index was built. */
export function evaluate(index: NameIndex, names: PlantNames[], forms: Form[]): Figures {
  const idOf = latinNameFinder(names)
  const nameOf = new Map(names.map(({ id, latinName }) => [id, latinName]))
  let answers = 0
  let right = 0
  let named = 0
  let doubtful = 0
  let offered = 0
  const failures: Figures['failures'] = []
  for (const form of forms) {
    const { plant, candidates } = matchName(index, form.text, { section: form.section, limit: 10 })
    const expected = form.expected === null ? null : idOf(form.expected)
    const answer = plant?.id ?? null
    const must = form.isDoubtful ? null : expected
    if (must !== null) named++
    if (answer !== null) answers++
    if (answer !== null && answer === must) right++
    if (form.isDoubtful) {
      doubtful++
      if (candidates.some(({ id }) => id === expected)) offered++
      else failures.push({ form, answer: 'not among the candidates' })
    }
    if (answer !== must) {
      const first = candidates[0]
      const seen = first ? `${nameOf.get(first.id)} ${first.confidence}` : 'nothing'
      failures.push({ form, answer: answer === null ? `— (${seen})` : seen })
    }
  }
  return {
    forms: forms.length,
    precision: answers === 0 ? 1 : right / answers,
    found: named === 0 ? 1 : right / named,
    offered: doubtful === 0 ? 1 : offered / doubtful,
    failures,
  }
}
