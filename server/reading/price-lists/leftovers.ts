// What of a cell is left when its values have been read. Every word of an offer has a fate (docs/price-lists.md).
import { foreignMoney } from '#server/reading/lines/amounts-in-text.ts'

const word = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

export const wordsOf = (text: string): string[] => (text === '' ? [] : (folded(text).match(word) ?? []))

/**
 * Words that say nothing where the value beside them has been read: what is measured, its unit, and little words. They
 * are no reason to ask, whoever wrote them.
 */
const labels =
  /^(?:обх(?:ват)?\p{L}{0,2}|окр\p{L}*|выс(?:от)?\p{L}{0,2}|h|н|d|ø|диам\p{L}*|ш|шир\p{L}*|см|мм|м|cm|mm|m|л|l|литр\p{L}*|р-р|разм(?:ер)?\p{L}{0,2}|v|об|объ?ем\p{L}{0,2}|ств(?:ол)?\p{L}{0,2}|крон\p{L}*|растени\p{L}*|саженец|саженцы|от|до|и|на|в|с|со|для|из|ок|около|цена|x|х|р|руб\p{L}*|₽|шт|штук\p{L}*|экз)$/u

/** Words that may change what is offered: what is not, what is for more than one, what comes later, other roots. */
const changing = new RegExp(
  [
    String.raw`\d`,
    String.raw`[%$€£]`,
    // not, without, except
    String.raw`(?<!\p{L})(?:без|не|нет|кроме|вместо|или|либо|кр(?:оме)?|no|not|ohne|without|bez)(?!\p{L})`,
    // of what and of how many
    String.raw`(?<!\p{L})(?:за|по|упак\p{L}*|уп|пач\p{L}*|пуч\p{L}*|набор\p{L}*|комплект\p{L}*|тыс\p{L}*|сотн\p{L}*|десят\p{L}*|пар[аы]?|дюжин\p{L}*|кратн\p{L}*|мин(?:им)?\p{L}*|опт\p{L}*|розн\p{L}*|скид\p{L}*|уцен\p{L}*|распрод\p{L}*|акци\p{L}*)(?!\p{L})`,
    // whether and when it is there
    String.raw`(?<!\p{L})(?:зака[зж]\p{L}*|предзака\p{L}*|резерв\p{L}*|брон\p{L}*|заброн\p{L}*|ожид\p{L}*|поступ\p{L}*|скоро|позже|продан\p{L}*|распродан\p{L}*|снят\p{L}*|законч\p{L}*|уточн\p{L}*|весн\p{L}*|осен\p{L}*|запрос\p{L}*|наличи\p{L}*|склад\p{L}*)(?!\p{L})`,
    // what it is
    String.raw`(?<!\p{L})(?:некондиц\p{L}*|брак\p{L}*|бракован\p{L}*|дефект\p{L}*|повреж\p{L}*|черен\p{L}*|семен\p{L}*|семечк\p{L}*|луковиц\p{L}*|срез\p{L}*|подво\p{L}*|сеян\p{L}*|штамб\p{L}*|привив\p{L}*|привит\p{L}*|стелящ\p{L}*|многоствол\p{L}*|шпалер\p{L}*|ком\p{L}{0,2}|кор(?:ен|н)\p{L}*|закр\p{L}*|откр\p{L}*|горш\p{L}*|контейн\p{L}*|конт|кассет\p{L}*|пакет\p{L}*|сетк\p{L}*|рулон\p{L}*|крупномер\p{L}*|взросл\p{L}*|окс|зкс|ркс|открыт\p{L}*|закрыт\p{L}*|available|stock|sold|order|request|anfrage|ausverkauft|verfügbar|lager|достаточно|container|pot|ballen|root)(?!\p{L})`,
  ].join('|'),
  'iu',
)

/** «P», «RB»: what may be a code of a packing or a grade. */
const code = /(?<!\p{L})(?:\p{Lu}{1,3}|[^\P{Ll}xх])(?!\p{L})/u

/** «2 недели», «14 раб. дней»: how long one waits for what is ordered. */
const duration =
  /^(?:\d{1,3}(?:\s?[\p{Pd}/]\s?\d{1,3})?\s?)?(?:дн\p{L}*|день|нед\p{L}*|мес\p{L}*|сут\p{L}*|раб\p{L}*)(?:[\s.]+(?:дн\p{L}*|нед\p{L}*))?\.?$/iu
const isDuration = (text: string) => duration.test(text.slice(0, 40).trim())

/** Whether a text that was not read may change what is offered, so that a person has to look at it. */
export const mayChange = (text: string) =>
  !isDuration(text) && (changing.test(text) || code.test(text) || foreignMoney.test(text))

/** Words that praise, date or place the goods, whatever they stand beside. */
const harmless =
  /^(?:новинк\p{L}*|хит|топ|отборн\p{L}*|пушист\p{L}*|густ\p{L}*|красив\p{L}*|хорош\p{L}*|отличн\p{L}*|крупн\p{L}*|сильн\p{L}*|свеж\p{L}*|местн\p{L}*|импорт\p{L}*|собственн\p{L}*|свой|сво[ея]\p{L}*|росси\p{L}*|серби\p{L}*|польш\p{L}*|герман\p{L}*|голланди\p{L}*|нидерланд\p{L}*|итали\p{L}*|беларус\p{L}*|белорус\p{L}*|питомник\p{L}*|ранн\p{L}*|поздн\p{L}*|средн\p{L}*|морозостойк\p{L}*|зимостойк\p{L}*|засухоустойчив\p{L}*|неприхотлив\p{L}*|быстрораст\p{L}*|вечнозел\p{L}*|душист\p{L}*|ароматн\p{L}*|махров\p{L}*|цвет\p{L}*|цветущ\p{L}*|бел\p{L}{2,3}|красн\p{L}*|розов\p{L}*|ж[её]лт\p{L}*|син\p{L}{2,3}|голуб\p{L}*|фиолетов\p{L}*|оранжев\p{L}*|лилов\p{L}*|сиренев\p{L}*|кремов\p{L}*|пурпурн\p{L}*|бордов\p{L}*|зел[её]н\p{L}*|золотист\p{L}*|серебрист\p{L}*|new|hit|top|best|и|с|со|в|на|для|из)$/u

/** Whether all words of a text say nothing of what is offered. */
export const isHarmless = (text: string) =>
  isDuration(text) || wordsOf(text).every(one => harmless.test(one) || labels.test(one))

const trimmed = (text: string) => text.replaceAll(/^[\s,;:.\p{Pd}/|+*=·]+|[\s,;:\p{Pd}/|+*=·(]+$/gu, '')

/** The stretches of a text that consist of these words, as written; labels beside values that were read are left out. */
export function stretchesOf(text: string, left: ReadonlySet<string>): string {
  if (left.size === 0) return ''
  const stretches: string[] = []
  let start = -1
  let end = -1
  const close = () => {
    if (start < 0) return
    const stretch = trimmed(text.slice(start, end))
    if (wordsOf(stretch).some(one => !labels.test(one))) stretches.push(stretch)
    start = -1
  }
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!left.has(folded(found))) close()
    else {
      if (start < 0) start = index
      end = index + found.length
    }
  }
  close()
  return stretches.join(' ')
}

/** What is left of a text without what these patterns have read of it. */
export function without(text: string, read: RegExp[]): string {
  let left = text
  for (const pattern of read) left = left.replaceAll(pattern, ' ; ')
  const words = new Set(wordsOf(left))
  return words.size === 0 ? '' : stretchesOf(left, words)
}
