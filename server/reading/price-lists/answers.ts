// What people have said in answer to questions, and how an answer finds what it is about.
import { createHash } from 'node:crypto'
import type { QuestionKind } from '#contract/price-lists.ts'
import type { Root, Stock } from '#contract/variants.ts'
import { normalize } from './titles.ts'

/** Answers by the keys of their questions. */
export interface Answers {
  get(key: string): string | undefined
}

export const noAnswers: Answers = { get: () => undefined }

/** Words mean the same on all sheets of a file, columns only on sheets of the same shape. */
const isOfWords = (kind: QuestionKind) => kind === 'stock' || kind === 'packing' || kind === 'sections'

export const questionId = ({ kind, key }: { kind: QuestionKind; key: string }, shape: string) =>
  createHash('sha256')
    .update(isOfWords(kind) ? key : `${shape}\n${key}`)
    .digest('hex')
    .slice(0, 12)

/**
 * The answers for a table: those given for this file, by the ids of their questions, and those that earlier
 * files of the company have left.
 */
export function answersFor(
  { ofQuestions, ofSheet }: { ofQuestions: string; ofSheet: string },
  given: readonly { question: string; value: string }[],
  remembered: ReadonlyMap<string, { answers?: Record<string, string> }> | undefined,
): Answers {
  const byId = new Map(given.map(({ question, value }) => [question, value]))
  const left = new Map<string, string>()
  for (const [before, { answers = {} }] of remembered ?? []) {
    for (const [key, value] of Object.entries(answers)) {
      const isOfWord = isOfWords(key.slice(0, key.indexOf('|')) as QuestionKind)
      if (before === ofSheet || (isOfWord && !left.has(key))) left.set(key, value)
    }
  }
  if (byId.size === 0 && left.size === 0) return noAnswers
  const known = new Map<string, string | undefined>()
  return {
    get(key) {
      if (!known.has(key)) {
        const kind = key.slice(0, key.indexOf('|')) as QuestionKind
        known.set(key, byId.get(questionId({ kind, key }, ofQuestions)) ?? left.get(key))
      }
      return known.get(key)
    },
  }
}

const fewestOfPack = 2
const mostOfPack = 10_000

/** How many plants a price is for, in an answer such as `pack:25`; null if it says no possible number. */
export function packOfAnswer(value: string | undefined): number | null {
  const count = Number(/^pack:([1-9]\d{0,4})$/u.exec(value ?? '')?.[1])
  return count >= fewestOfPack && count <= mostOfPack ? count : null
}

/** Whether a value answers a question: one that is offered, or any size of a pack where one asks for that. */
export const isAnswerTo = ({ options }: { options: readonly { value: string }[] }, value: string): boolean =>
  options.some(option => option.value === value) ||
  (packOfAnswer(value) !== null && options.some(option => packOfAnswer(option.value) !== null))

/** The same answers with one more. */
export const withAnswer = (answers: Answers, key: string, value: string): Answers => ({
  get: other => (other === key ? value : answers.get(other)),
})

interface TitledColumn {
  index: number
  title: string
}

/** Of a question about a column; `what` it asks. */
export const keyOf = (what: string, { index, title }: TitledColumn) => `${what}|${index}|${normalize(title)}`
export const columnKey = (column: TitledColumn) => keyOf('column', column)

/** What stands for a stock or a packing is asked once for all its cells, «к/3» and «к/5» together. */
export const asWord = (text: string) => normalize(text).slice(0, 60)
export const asPacking = (text: string) => asWord(text).replaceAll(/\d+(?:[.,]\d+)?/gu, '#')

/** The packing as the notation reads it. */
export const rootWords: Record<Root, string> = {
  bare_root: 'ОКС',
  container: 'контейнер',
  pot: 'горшок',
  tray: 'кассета',
  ball: 'ком',
  wire_ball: 'WRB',
}

/** What a word in the column of stocks means, if a person has said so. */
export const answeredStock = (answers: Answers, text: string) =>
  answers.get(`stock|${asWord(text)}`) as Stock | undefined

/** What a remark says of the stock of a whole list, if a person has said so. */
export const stockRemarkKey = (text: string) => `stock|remark ${asWord(text)}`
export const answeredStockRemark = (answers: Answers, text: string) =>
  answers.get(stockRemarkKey(text)) as Stock | undefined

/** What a word instead of a price means, if a person has said so: the price is on request, or there is none to sell. */
export const priceWordKey = (text: string) => `stock|price ${asWord(text)}`
export const answeredPriceWord = (answers: Answers, text: string) =>
  answers.get(priceWordKey(text)) as Stock | undefined

/** A count and the word behind it, «500 куст.»: in what a list counts. */
export function wordedCount(text: string): { count: string; word: string } | null {
  const [, count, word] = /^([>≥]?\s?\d[\d\s.,]*\+?)\s?(\p{L}+)\.?$/u.exec(text.trim()) ?? []
  return count === undefined || word === undefined ? null : { count: count.trim(), word: word.toLowerCase() }
}
export const countWordKey = (word: string) => `unit|count ${word}`

/** A packing, with the number that stands beside its word, as the notation reads it. */
export function packingAs(root: Root, text: string): string {
  const [size = ''] = root === 'bare_root' ? [] : (/\d+(?:[.,]\d+)?/u.exec(text) ?? [])
  const unit = size === '' ? '' : root === 'container' ? ' л' : root === 'tray' ? '' : ' см'
  return `${rootWords[root]} ${size}${unit}`.trim()
}

/** The packing that a word stands for, as the notation reads it, if a person has said so. */
export function answeredPacking(answers: Answers, text: string): string | undefined {
  const root = answers.get(`packing|${asPacking(text)}`) as Root | undefined
  return root === undefined ? undefined : packingAs(root, text)
}

export const namesKey = 'names|column'

/** The column that a person has said to hold the names of the plants. */
export function answeredNames(answers: Answers): number | null {
  const [, index] = /^column_(\d{1,3})$/u.exec(answers.get(namesKey) ?? '') ?? []
  return index === undefined ? null : Number(index) - 1
}
