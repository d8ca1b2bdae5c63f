// «Под заказ:» above rows says it of all of them; «продано» below a row says it of that one.
import type { Stock } from '#contract/variants.ts'
import { onOrderWords, soldOutWords } from '#server/reading/lines/stock-words.ts'
import { type Answers, answeredStockRemark, stockRemarkKey } from './answers.ts'
import type { RowQuestion } from './questions.ts'
import { problem } from './row-problems.ts'
import type { UnderstoodRow } from './understood-row.ts'

/** What a heading says of the stock of the rows below it. */
export interface StockAbove {
  stock: Stock
  text: string
  /** Another heading stands between: whether it goes on below that, only a person can tell. */
  isSure: boolean
  /** Whether a row has been read below it. */
  isUsed: boolean
}

const longest = 80
const behind = String.raw`(?:[ ,]+[\p{L}\d%., -]{0,50})?$`
const headings: [RegExp, Stock][] = [
  [
    new RegExp(String.raw`^(?:(?:растения|саженцы|товар|сейчас|есть) )?в (?:наличии|продаже)${behind}`, 'iu'),
    'in_stock',
  ],
  [new RegExp(String.raw`^(?:${soldOutWords}|нет в наличии|закончил\p{L}{1,3})${behind}`, 'iu'), 'sold_out'],
  [new RegExp(String.raw`^(?:(?:растения|саженцы) )?(?:${onOrderWords})${behind}`, 'iu'), 'on_order'],
]

/** What a remark says of the stock of a whole list. */
export interface StockOfList {
  stock: Stock
  text: string
  /** It says that it is of all plants; of what «Поставка весной» is, only a person can tell. */
  isSure: boolean
}

const longestRemark = 160
const goods = String.raw`(?:растени|товар|саженц|позици|материал|ассортимент|посадочн|деревь|кустарник|многолетник|сорт|культур)\p{L}*`
const all = String.raw`^(?:вс[её]|весь|вся)(?!\p{L})(?: ${goods}){0,2}[ :\p{Pd}]{0,4}(?:сейчас |только |пока )?`
const ofAll: [RegExp, Stock][] = [
  [new RegExp(`${all}(?:${soldOutWords})`, 'iu'), 'sold_out'],
  [new RegExp(`${all}(?:${onOrderWords})`, 'iu'), 'on_order'],
  [new RegExp(`${all}в (?:наличии|продаже)`, 'iu'), 'in_stock'],
]
const mayBeOfAll: [RegExp, Stock][] = [
  [/^(?:поставк|поступлени|привоз)\p{L}*[ :].{0,30}(?:весн|осен|лет[ао]|зим|20\d\d)/iu, 'expected'],
  [/^(?:предзаказ|при[её]м (?:предварительных )?(?:заявок|заказов))(?!\p{L})/iu, 'on_order'],
]

/** What a remark says of the stock of all rows of its list; null if it says nothing of it. */
export function stockOfList(written: string): StockOfList | null {
  const text = written.replaceAll(/\s+/g, ' ').trim()
  if (text.length > longestRemark) return null
  const sure = ofAll.find(([pattern]) => pattern.test(text))?.[1]
  if (sure !== undefined) return { stock: sure, text, isSure: true }
  const likely = mayBeOfAll.find(([pattern]) => pattern.test(text))?.[1]
  return likely === undefined ? null : { stock: likely, text, isSure: false }
}

/**
 * What the text of a row that offers nothing says of a stock; null if it says nothing of it. `isHeading`: it is written
 * as a heading is, so it is about the rows below; otherwise it may be a remark on the row above.
 */
export function stockOfHeading(written: string): { stock: Stock; isHeading: boolean } | null {
  if (written.length > longest) return null
  const text = written
    .replace(/^[^\p{L}]+/u, '')
    .replaceAll(/\s*\([^()]*\)/gu, '')
    .replace(/[\s:!.\p{Pd}]+$/u, '')
  const stock = headings.find(([pattern]) => pattern.test(text))?.[1]
  return stock === undefined ? null : { stock, isHeading: /^\p{Lu}/u.test(text) || /:\s*$/u.test(written) }
}

/** Asked of all rows that say nothing of their stock. */
export const questionOfStockRemark = (text: string, answers: Answers): RowQuestion => ({
  kind: 'stock',
  key: stockRemarkKey(text),
  column: null,
  text: `Что говорит «${text}» о наличии всех растений списка?`,
  options: [
    { value: 'in_stock', label: 'Ничего: они есть' },
    { value: 'expected', label: 'Ожидаются' },
    { value: 'on_order', label: 'Под заказ' },
    { value: 'sold_out', label: 'Их нет' },
  ],
  answer: answeredStockRemark(answers, text) ?? null,
  isProblem: true,
})

/** «продано» in small letters below an offer may be said of it: such an offer is doubtful. */
export function doubtOffersAboveRemarks(rows: UnderstoodRow[]): void {
  let last: UnderstoodRow | null = null
  for (const row of rows) {
    if (row.kind === 'offer') last = row
    if (row.kind !== 'note' && row.kind !== 'section') continue
    const [text = '', ...others] = new Set(row.cells.map(cell => cell.trim()).filter(Boolean))
    const said = others.length === 0 ? stockOfHeading(text) : null
    if (said === null || said.isHeading || last === null) continue
    last.problems.push(problem('stock', 'stock', `Говорит ли «${text}» в строке ниже об этом растении?`))
    if (last.verdict === 'clear') last.verdict = 'doubtful'
  }
}
