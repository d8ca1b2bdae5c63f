import { columnKey, type Written } from './grid.ts'
import type { Answer, Question } from './reader.ts'

/** Answers questions as the nursery would, from what the list says. */

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The column that a question is about: of several tables below each other the one with its title. */
function askedColumn({ sheet, column, text }: Question, columns: Written['columns']) {
  const found = column === null ? undefined : columns.get(columnKey(sheet.replace(/ · .*$/, ''), column))
  if (!found?.below) return found
  const isNamed = ({ title }: { title: string }) => title !== '' && text.includes(inOneLine(title))
  return [found, ...found.below].find(isNamed) ?? found
}

/** Answers to try, best first; empty: only trying tells. */
function known(question: Question, { columns, truth }: Written): string[] {
  const { kind, sheet } = question
  const about = askedColumn(question, columns)
  if (kind === 'column') return about?.answers ?? []
  if (kind === 'currency') {
    const asked = about ? [about] : [...columns.values()]
    return asked.some(({ measure }) => measure === 'other') ? ['other'] : ['rub']
  }
  if (kind === 'unit') {
    const measures = about ? [about.measure] : [...columns.values()].map(({ measure }) => measure)
    // What a remark above the table says of all prices only trying tells.
    return measures.flatMap(measure => (measure === undefined || measure === 'other' ? [] : [measure]))
  }
  if (kind === 'packing') {
    const count = new Map<string, number>()
    for (const { sheet: own, variants } of truth) {
      if (own !== sheet) continue
      for (const { stated } of variants)
        if (stated.root && stated.root_size === undefined) count.set(stated.root, (count.get(stated.root) ?? 0) + 1)
    }
    return [...count].toSorted(([, one], [, other]) => other - one).map(([root]) => root)
  }
  return []
}

/** `tryOut`: how many fields are right when the question is answered so. */
export async function answerOf(
  question: Question,
  written: Written,
  tryOut: (value: string) => Promise<number>,
): Promise<Answer | null> {
  const values = question.options.map(({ value }) => value)
  const sure = question.kind === 'packing' ? [] : known(question, written)
  const direct = sure.find(value => values.includes(value))
  if (direct !== undefined) return { question: question.id, value: direct }
  // Which word or row a question is about stands in its text: the nursery sees what would become of its rows.
  let best: string | null = null
  let most = -1
  const first = known(question, written).filter(value => values.includes(value))
  for (const value of new Set([...first, ...values])) {
    const right = await tryOut(value)
    if (right <= most) continue
    most = right
    best = value
  }
  return best === null ? null : { question: question.id, value: best }
}
