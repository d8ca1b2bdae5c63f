import { trimSigns } from '#server/platform/trim-signs.ts'
// What the texts of rows look like that are no offers: headings, remarks, totals, pages.
import { foldLetters } from '#server/reading/names/letters.ts'
import { isOtherGoods } from '#server/reading/names/trade-words.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import type { ColumnPlan } from './column-plan.ts'

export const services =
  /^(?:доставк|отправк|пересылк|посадк|погрузк|разгрузк|выезд|самовывоз|итого|всего|скидк|минимальн|упаковк|транспорт|услуг|аренд|подъем|консультац|проектир|total|сумма|razem(?!\p{L})|summe(?!\p{L})|разом(?!\p{L})|всього|с уважением|директор|исполнитель|менеджер)/u
export const contact =
  /@|https?:|www\.|\+7|(?<!\d)8[\s(-]{1,2}\d{3}[\s)-]{1,2}\d{2}|тел\.?:|телефон|e-?mail|инн\b|огрн|р\/с|whatsapp|telegram/iu
/** The address of a picture or a page of the goods, and nothing else. */
const link = /^(?:https?:\/\/|www\.)\S+$/iu

/** Whether a text tells how to reach somebody: a row with one is no offer. */
export const isContact = (text: string) => contact.test(text) && !link.test(text.trim())

/** Words that remarks begin with or contain. */
export const remarkWords =
  /(?:^|\s)(?:при(?!\p{L})|если|просим|внимание|цены|указан|действ|возможн|обращ|гаранти|уважаем|прайс|питомник|адрес|режим|работаем|заказ|скидк|оплат|доставк|актуальн|наличи)/iu
export const isSentence = (text: string) => /[.!?…]\s*$|[.!?]\s+\p{Lu}/u.test(text) || remarkWords.test(text)

export const pageNumber = /^(?:стр(?:аница|\.)?|лист|page|p\.) ?\d+(?: из \d+)?$/u

export const longestName = 120
export const numbering = /^(?:[IVXХ]+|[ivxх]+|\d+(?:\.\d+)*|[A-Za-zА-Яа-я])[.)]?$/u

export const sayNothing = /^(?:["'”“«»,\s\p{Pd}—]+|то же|-\/\/-|\/\/)$/iu

/** «Кора лиственницы», «Грунт для роз» */
export const namesOtherGoods = (text: string) => isOtherGoods(foldLetters(/\p{L}+/u.exec(text)?.[0] ?? ''))

/** Whether a cell states a size, and is not a heading or remark in the column of sizes. */
export function isSize({ word }: ColumnPlan, text: string): boolean {
  if (/^[\d\s.,\p{Pd}+/xх×]+$/iu.test(text) && /\d/.test(text)) return true
  if (text.length > 80) return false
  const { fields, doubts, rest } = parseNotation(word !== null && /^\d/.test(text) ? `${word} ${text}` : text)
  if (/\p{L}{4}/u.test(rest)) return false
  return Object.values(fields).some(value => value !== null) || doubts.length > 0 || /^(?:c|с|p|р|rb|wrb)$/iu.test(text)
}

/** Whether a text states a size or a packing, or may, and has hardly a letter besides. */
export function saysHardlyMoreThanSizes(text: string): boolean {
  const { fields, doubts, rest } = parseNotation(text)
  return rest.length < 3 && (doubts.length > 0 || Object.values(fields).some(value => value !== null))
}

/** A heading without what only adorns it: «=== Роза ===», «* 2. Хвойные (наличие)». */
export function undecorated(text: string): string {
  const bare = trimSigns(text.replaceAll(/\s+/g, ' '), /[\s=*•►▪●■◆#_~|<>\p{Pd}]/u).replace(
    / ?\((?:в )?наличии?е?\)$/iu,
    '',
  )
  return bare === '' ? text : bare
}

/** Returns a section's title if it states sizes for the rows below, otherwise `''`. */
export function sizeOf(written: string): string {
  // «Яблоня (подвой 54-118)»: the name of a rootstock.
  const text = written.replace(/подво[ейяю]\p{L}{0,2}\s?[:№]?\s?[\p{L}\d]{0,6}-?\d{0,4}/iu, '')
  if (!/\d|ОКС|ЗКС|ком|контейнер/iu.test(text)) return ''
  const { fields } = parseNotation(text.slice(0, 200))
  return Object.values(fields).some(value => value !== null) ? text : ''
}
