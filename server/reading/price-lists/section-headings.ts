// What a heading says of the rows below it that nobody has understood: a person is asked.
import { type Root, roots } from '#contract/variants.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Answers, asPacking, packingAs } from './answers.ts'
import { mayChange } from './leftovers.ts'
import type { RowQuestion } from './questions.ts'
import { rootOptions } from './root-labels.ts'
import { contact, isSentence, services } from './row-texts.ts'
import { stockOfHeading } from './stock-headings.ts'
import { categoryIn, normalize } from './titles.ts'

const longestHeading = 60
/** More words than that are a sentence. */
const mostWords = 6
const company = /^(?:ооо|оао|зао|ао|ип|кфх|питомник|садов\p{L}* центр|прайс|каталог)(?!\p{L})/u
/** Words of headings that say nothing of what stands below. */
const generic =
  /^(?:упаковк\p{L}*|тара|раздел|группа|potmaat|вид|тип|размер\p{L}*|об|объ?ем\p{L}*|растени\p{L}*|саженц\p{L}*|посадочн\p{L}*|материал\p{L}*|контейнер\p{L}*|в|с|на|для|см|л|литр\p{L}*|ком\p{L}*|горш\p{L}*|\d+(?:[.,]\d+)?)$/u

/** «Сеянцы», «Саженцы»: how old the plants below are, and nothing of their roots. */
const isOfAge = /^(?:сеянцы|саженцы|черенки|подвои)$/iu

/** «Упаковка:» is a service, and what the rows below are packed in. */
const label = /^(?:упаковк[аи]|тара|раздел|группа)(?:\s?:)?\s/iu

/** Whether a heading names a packing, whatever else it says. */
function statesPacking(text: string): boolean {
  if (text === '' || text.length > longestHeading || contact.test(text)) return false
  if (services.test(normalize(text.replace(label, '')))) return false
  const { fields } = parseNotation(text)
  return fields.root !== null || fields.root_size !== null
}

/** A heading that states the packing or the size of the rows below it, and nothing else: «Растения Контейнер 3 л.» */
export function isPackingHeading(text: string): boolean {
  if (!statesPacking(text)) return false
  const { rest } = parseNotation(text)
  return (normalize(rest).match(/[\p{L}\d.,]+/gu) ?? []).every(word => generic.test(word.replace(/[.,]+$/u, '')))
}

/**
 * A heading of which nothing was understood, although it may say in what the rows below it are sold. `isWithin`: headings
 * of this list say it, so whatever looks like the next one ends what the last has said.
 */
export function isUnclearHeading(text: string, isWithin: boolean): boolean {
  if (text === '' || text.length > longestHeading || !/\p{L}/u.test(text)) return false
  if (stockOfHeading(text) !== null || isOfAge.test(text)) return false
  if (statesPacking(text) && text.split(' ').length <= mostWords) return true
  const plain = normalize(text)
  if (services.test(plain) || contact.test(text) || company.test(plain) || categoryIn(text) !== null) return false
  if (text.split(' ').length > mostWords || /\d{4}|руб|₽|%/iu.test(text)) return false
  return isWithin || !isSentence(text) || (mayChange(text) && text.split(' ').length <= 3)
}

/** Nothing longer is read for what it says of packings. */
const longestRemark = 300

/** «Все деревья с комом в сетке (WRB)»: a sentence that may say in what the rows of a list are sold. */
export function isPackingRemark(text: string): boolean {
  if (text.length > longestRemark || contact.test(text) || services.test(normalize(text))) return false
  const { fields, doubts } = parseNotation(text)
  return fields.root !== null || doubts.some(({ alternatives }) => alternatives.some(({ root }) => root !== undefined))
}

const keyOfHeading = (text: string) => `sections|${asPacking(text)}`

/** What a person has said of the heading, as the notation reads it; empty: nothing of the goods. */
export function answeredHeading(answers: Answers, text: string): string | undefined {
  const said = answers.get(keyOfHeading(text))
  return said === undefined ? undefined : headingAs(said, text)
}

/** The packing that the heading states if it means this. */
export const headingAs = (said: string, text: string): string =>
  (roots as readonly string[]).includes(said) ? packingAs(said as Root, text) : ''

/** Asked of the rows below a heading. */
export const questionOfHeading = (text: string, answers: Answers): RowQuestion => ({
  kind: 'sections',
  key: keyOfHeading(text),
  column: null,
  text: `Что говорит заголовок «${text.length > longestHeading ? `${text.slice(0, longestHeading)}…` : text}» о строках под ним?`,
  options: [{ value: 'ignore', label: 'Ничего об упаковке' }, ...rootOptions],
  answer: answers.get(keyOfHeading(text)) ?? null,
  isProblem: true,
})

const loneKey = 'sections|names alone'

/** Whether names that stand alone in their rows are headings or plants on request. */
export const answeredLoneNames = (answers: Answers) => answers.get(loneKey)

/** Asked once of all rows with nothing but a name in a list with prices. */
export const questionOfLoneNames = (answers: Answers): RowQuestion => ({
  kind: 'sections',
  key: loneKey,
  column: null,
  text: 'Строки, в которых только название, — предложения без цены или заголовки?',
  options: [
    { value: 'offer', label: 'Предложения, цена по запросу' },
    { value: 'heading', label: 'Заголовки строк под ними' },
  ],
  answer: answeredLoneNames(answers) ?? null,
  isProblem: true,
})
