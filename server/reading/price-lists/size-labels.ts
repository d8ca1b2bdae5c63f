// Words beside the numbers of a size that no reader knows, «Kafu 15–20», «2 gu»: a person says what they measure.
import { type Root, roots } from '#contract/variants.ts'
import { type Answers, asWord, rootWords } from './answers.ts'
import { rootOptions } from './root-labels.ts'

/** A word of a text of sizes with its number, as written. */
export interface SizeLabel {
  word: string
  text: string
}

/** What a word beside a number may say of it; `ignore`: nothing, the number is what it would be without the word. */
const measures = {
  height: { label: 'Высота', word: 'высота' },
  spread: { label: 'Ширина', word: 'ширина' },
  girth: { label: 'Обхват ствола', word: 'обхват' },
  stem_height: { label: 'Высота штамба', word: 'выс. штамба' },
  transplants: { label: 'Сколько раз пересажено', word: 'пересадок:' },
  at_least: { label: 'Не меньше этого числа', word: 'от' },
  at_most: { label: 'Не больше этого числа', word: 'до' },
}
export const labelOptions: { value: string; label: string }[] = [
  ...Object.entries(measures).map(([value, { label }]) => ({ value, label })),
  ...rootOptions.filter(({ value }) => value !== 'bare_root'),
  { value: 'note', label: 'Не размер: в примечание' },
  { value: 'ignore', label: 'Слово ничего не значит' },
]

export const labelKey = (word: string) => `column|word ${asWord(word)}`

/** Longer runs of words are sentences, not labels. */
const mostWords = 3
const longestText = 500
const token = /\p{L}+|\d+(?:[.,]\d+)?|[^\s\p{L}\d]/gu
const little = /^(?:и|или|от|до|с|со|на|в|для|из|x|х)$/iu
/** Words beside money and counts, which measure nothing. */
const otherWord =
  /^(?:р|руб\p{L}*|т|тыс|цен\p{L}*|экз|шт\p{L}{2,}|не|парти\p{L}*|упак\p{L}*|кратн\p{L}*|мин|заказ\p{L}*|налич\p{L}*|продан\p{L}*)$/iu

interface Token {
  text: string
  start: number
  end: number
  is: 'word' | 'number' | 'sign'
}

function tokensOf(text: string): Token[] {
  return Array.from(text.slice(0, longestText).matchAll(token), ({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
    is: /\d/.test(found) ? 'number' : /\p{L}/u.test(found) ? 'word' : 'sign',
  }))
}

/** Words in a row with the number that they stand before, or else behind. */
interface Run {
  words: Token[]
  before: boolean
  /** Where the number begins and ends. */
  from: number
  to: number
}

const isSign = (one: Token | undefined, signs: string) => one?.is === 'sign' && signs.includes(one.text)
/** «15–20» and «15/20» are one number; «300 / 5» are two. */
function isRange([from, sign, to]: (Token | undefined)[]): boolean {
  if (from?.is !== 'number' || to?.is !== 'number' || sign?.is !== 'sign') return false
  const isGlued = from.end === sign.start && sign.end === to.start
  return /[\p{Pd}−]/u.test(sign.text) || (sign.text === '/' && isGlued)
}

function runsIn(tokens: Token[]): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.is !== 'word') continue
    const start = at
    while (tokens[at + 1]?.is === 'word' || (isSign(tokens[at + 1], '.') && tokens[at + 2]?.is === 'word')) at++
    const words = tokens.slice(start, at + 1).filter(({ is }) => is === 'word')
    let next = at + 1
    while (next < at + 3 && isSign(tokens[next], '.:=-–(ø⌀')) next++
    const [number, last] = [tokens[next], tokens[start - 1]]
    if (number?.is === 'number') {
      const end = isRange(tokens.slice(next, next + 3)) ? tokens[next + 2] : number
      runs.push({ words, before: true, from: number.start, to: end?.end ?? number.end })
    } else if (last?.is === 'number') {
      const first = start >= 3 && isRange(tokens.slice(start - 3, start)) ? tokens[start - 3] : last
      runs.push({ words, before: false, from: first?.start ?? last.start, to: last.end })
    }
  }
  return runs
}

/** The words of a run that stand next to its number: the most first. */
const nearest = ({ words, before }: Run): Token[][] =>
  Array.from({ length: Math.min(words.length, mostWords) }, (_, less) => {
    const count = Math.min(words.length, mostWords) - less
    return before ? words.slice(-count) : words.slice(0, count)
  })

const placeOf = (words: Token[]) => ({ start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 })

/** The words beside numbers of which nobody knows anything. */
export function labelsIn(text: string, isUnknown: (word: string) => boolean): SizeLabel[] {
  return runsIn(tokensOf(text)).flatMap(run => {
    const words = nearest(run).find(some =>
      some.every(({ text: word }) => isUnknown(word.toLowerCase().replaceAll('ё', 'е'))),
    )
    if (!words || words.every(({ text: word }) => little.test(word))) return []
    if (words.some(({ text: word }) => otherWord.test(word))) return []
    const { start, end } = placeOf(words)
    return [{ word: text.slice(start, end), text: text.slice(Math.min(start, run.from), Math.max(end, run.to)) }]
  })
}

/**
 * A text of sizes with the words that a person has explained in those of the notation, and what of it is a remark.
 * `said`: the words that were.
 */
export function withSaidLabels(text: string, answers: Answers): { text: string; notes: string[]; said: SizeLabel[] } {
  const notes: string[] = []
  const said: SizeLabel[] = []
  const parts: string[] = []
  let at = 0
  for (const run of runsIn(tokensOf(text))) {
    const words = nearest(run).find(some => {
      const { start, end } = placeOf(some)
      return answers.get(labelKey(text.slice(start, end))) !== undefined
    })
    if (!words) continue
    const { start, end } = placeOf(words)
    const answer = answers.get(labelKey(text.slice(start, end))) ?? ''
    const [first, last] = [Math.min(start, run.from), Math.max(end, run.to)]
    if (first < at) continue
    const written = text.slice(first, last)
    said.push({ word: text.slice(start, end), text: written })
    parts.push(text.slice(at, first), asSaid(answer, text.slice(run.from, run.to)))
    at = last
    if (answer === 'note') notes.push(written)
  }
  return { text: said.length === 0 ? text : parts.join('') + text.slice(at), notes, said }
}

/** The number as the notation reads it. */
function asSaid(answer: string, number: string): string {
  if (answer === 'ignore') return number
  if (answer in measures) return `${measures[answer as keyof typeof measures].word} ${number}`
  return (roots as readonly string[]).includes(answer) ? `${rootWords[answer as Root]} ${number}` : ' ; '
}
