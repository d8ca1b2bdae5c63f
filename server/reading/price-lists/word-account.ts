// What becomes of the words of an offer's cells that no value was read from: remarks, or texts that a person has to see.
import type { UnreadText } from '#contract/price-lists.ts'
import type { Stock, WritableVariant } from '#contract/variants.ts'
import { statesRubles } from '#server/reading/lines/rubles.ts'
import { onOrderWords, soldOutWords } from '#server/reading/lines/stock-words.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { Sizes } from '#server/reading/sizes/sizes.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { answeredPacking } from './answers.ts'
import { goodsFields, type Layout } from './column-plan.ts'
import { areKnownUnits } from './fates.ts'
import { isHarmless, mayChange, stretchesOf, wordsOf } from './leftovers.ts'
import { lostNumbers } from './number-account.ts'
import { countOf } from './price-units.ts'
import { packIn, pricedFor, unitIn } from './row-amounts.ts'
import { formOf, isKnownWord, noForm } from './size-pieces.ts'
import { categoryIn, isNameField } from './titles.ts'
import { isDash } from './values.ts'

/** What was read of no cell although its column says that it states something. */
export function lostIn({ columns }: Layout, cells: Cell[], variants: WritableVariant[]): UnreadText[] {
  const [perPack, unit] = [packIn({ columns }, cells), unitIn({ columns }, cells)]
  const lost = lostNumbers({
    columns,
    cells,
    variants,
    unread: [],
    countOf: column => countOf(pricedFor(column, perPack, unit)),
  })
  for (const { index, field } of columns) {
    const text = textOf(cells[index] ?? '').trim()
    if (text === '' || isDash(text)) continue
    const isLost =
      (field === 'root' && variants.every(({ root }) => root === null)) ||
      (field === 'form' && variants.every(({ form }) => form === null) && !noForm.test(text)) ||
      (field === 'available_from' && /\d/.test(text) && variants.every(one => one.available_from === null))
    if (isLost) lost.push({ column: index, text: text.slice(0, 200), code: 'words' })
  }
  return lost
}

/** Nothing longer of a remark is read for its sizes. */
const longestRemark = 300

/** How high and wide a plant grows, which whoever calls a column a remark says of it. */
const ofGrownPlants = new Set<string>(['height_from', 'height_to', 'spread_from', 'spread_to'])

/** Whether a remark states a size or a packing that the offer does not have. */
function statesSize(text: string, variants: WritableVariant[], isSaid = false): boolean {
  const { fields } = parseNotation(text.slice(0, longestRemark))
  return Object.entries(fields).some(
    ([field, value]) =>
      value !== null &&
      !(isSaid && ofGrownPlants.has(field)) &&
      variants.some(variant => variant[field as keyof Sizes] !== value),
  )
}

/** «прививка на штамбе 110», «Hochstamm»: the stem and the form of which many lists tell among the remarks alone. */
export function stemFromRemark(text: string, variants: WritableVariant[]): void {
  const { fields, rest } = parseNotation(text.slice(0, longestRemark))
  // «Hochstamm», and nothing else; «Подвой: 54-118» names the rootstock.
  const isForm = fields.form !== null && fields.form !== 'young' && rest === ''
  for (const variant of variants) {
    variant.stem_height ??= fields.stem_height
    if (isForm || fields.stem_height !== null) variant.form ??= fields.form
  }
}

/**
 * Accounts for the words of a row's cells that no value was read from: what says nothing of the goods becomes a remark,
 * what may change them is unread. `left`: the words that are no size.
 */
export function accountFor(
  { columns, answers }: Layout,
  cells: Cell[],
  variants: WritableVariant[],
  left: ReadonlySet<string>,
  name: { fromName: string; nameText: string; latinRest: string; isKnown: boolean },
): { notes: string[]; unread: UnreadText[] } {
  const notes: string[] = []
  const unread: UnreadText[] = []
  const inName = new Set(wordsOf(name.nameText))
  const ofName = new Set([...wordsOf(name.fromName).filter(word => left.has(word)), ...wordsOf(name.latinRest)])
  for (const column of columns) {
    const cell = cells[column.index] ?? ''
    const text = textOf(cell).trim()
    if (text === '' || isDash(text)) continue
    // Of a column of units only those are unclear of which nobody knows how many plants they are.
    if (column.role === 'unit' && areKnownUnits([text])) continue
    if (column.word === 'стволов') {
      notes.push(`стволов: ${text}`)
      continue
    }
    if (column.fate === 'unknown') unread.push({ column: column.index, text: text.slice(0, 200), code: 'column' })
    else if (column.field !== null && goodsFields.has(column.field) && column.size === '') {
      const isSaid = /^(?:size|root)/.test(column.field) && answeredPacking(answers, text) !== undefined
      const rest =
        typeof cell === 'string' && !isSaid && !isKnownWord(text, column.field) ? stretchesOf(text, left) : ''
      if (rest !== '' && (mayChange(rest) || !isHarmless(rest)))
        unread.push({ column: column.index, text: rest, code: 'words' })
      else if (rest !== '') notes.push(rest)
    } else if (isNameField(column.field)) {
      // A cell that is no part of the name: of a second column of names, say.
      const beside = wordsOf(text).filter(word => !inName.has(word))
      const rest = stretchesOf(text, new Set([...ofName, ...beside]))
      if (rest === '') continue
      // What an unknown name consists of is its name.
      const isMissed = name.isKnown ? mayChange(rest) : contradicts(rest) || beside.length > 0
      if (isMissed) unread.push({ column: column.index, text: rest, code: 'words' })
      else if (name.isKnown) notes.push(rest)
    } else if (column.field === 'category') {
      const isOfGoods = statesSize(text, variants) || formOf(text) !== undefined
      if (categoryIn(text) === null && !isOfGoods) notes.push(text)
      else if (categoryIn(text) === null) unread.push({ column: column.index, text: text.slice(0, 200), code: 'words' })
    } else if (
      column.field === 'note' &&
      column.role === null &&
      !variants.every(({ stock }) => stock === stockInRemark(text)) &&
      (contradicts(text) || statesSize(text, variants, column.isSaid))
    ) {
      unread.push({ column: column.index, text: text.slice(0, 200), code: 'words' })
    }
  }
  return { notes, unread }
}

/** A day, which a remark may mean as that of the arrival. */
const day =
  /\d{1,2}[./]\d{1,2}[./](?:20)?\d\d(?!\d)|\d{1,2} (?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}* 20\d\d/iu

/** What a remark says of whether the plants are there, where it says nothing else that counts: no number, no date. */
export function stockInRemark(text: string): Stock | undefined {
  // «на заказ, 2 недели» is no day.
  if (/[\d₽$€]/u.test(text.replaceAll(/\d{1,2}(?:[\p{Pd}]\d{1,2})?\s?(?:дн|нед|мес)\p{L}*\.?/giu, ''))) return undefined
  if (saysOnOrder.test(text)) return 'on_order'
  return saysSoldOut.test(text) ? 'sold_out' : undefined
}
const saysOnOrder = new RegExp(String.raw`(?<!\p{L})(?:${onOrderWords})(?!\p{L})`, 'iu')
const saysSoldOut = new RegExp(
  String.raw`^(?:${soldOutWords}|(?:рас)?продан|(?:временно )?(?:нет(?: до \p{L}+|$)|отсутств))`,
  'iu',
)

/** «последние 4 шт.», «осталось 6 шт.» among the remarks: how many there are; undefined if that is not what one says. */
export function countInRemark(text: string): number | undefined {
  const [, count] =
    /^(?:(?:последн\p{L}*|остал\p{L}*(?: всего)?)\s|(?:новинка|хит), )(\d{1,5})\s?(?:шт|экз)\p{L}*[.!]?$/iu.exec(
      text.trim(),
    ) ?? []
  return count === undefined ? undefined : Number(count)
}

/** Remarks that say that the price or the packing is another than the columns say. */
const contradicts = (text: string) =>
  statesRubles(text) ||
  day.test(text) ||
  /(?<!\p{L})(?:без кома|цена (?:за|от|при)|за \d+ ?шт|за (?:тыс|упак|пуч|пач|набор|комплект)\p{L}*|упаковк\p{L}* \d|кратно|(?:под|на) заказ|предзаказ|нет(?! \p{L}{3,} ?шип)|не в нал|продан\p{L}*|закончил\p{L}*|резерв|бронь|заброн|некондици\p{L}*|уцен\p{L}*|ожида\p{L}*|поступ\p{L}*|скоро)(?!\p{L}{4})/iu.test(
    text,
  )
