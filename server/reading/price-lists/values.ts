import { type Stock, variantLimits, type WritableVariant } from '#contract/variants.ts'
import {
  type Amounts,
  foreignMoney,
  readBareNumber,
  takeAmounts,
  unitBehind,
} from '#server/reading/lines/amounts-in-text.ts'
import { inRubles } from '#server/reading/lines/rubles.ts'
import { onOrderWords, soldOutWords } from '#server/reading/lines/stock-words.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { type Cell, textOf } from '#server/reading/tables/cells.ts'
import { without } from './leftovers.ts'
import { normalize } from './titles.ts'

/** The meaning of a price cell. */
export type PriceReading =
  | { is: 'none' }
  | { is: 'price'; price: number }
  /** `rest`: what the cell says beyond that. */
  | { is: 'request'; rest?: string }
  | { is: 'stock'; stock: Stock; rest?: string }
  | { is: 'negative'; price: number }
  | { is: 'unclear'; code: 'price' | 'currency' }

const dashes = /^[\p{Pd}−_.xх—\s]+$/iu
/** A cell in which nothing is said. */
export const isDash = (text: string) => dashes.test(text)
const onRequest =
  /^дог(?:-|\.?$)|on request|anfrage|na zapytanie|договор|запр(?:ос|\.|$)|уточн|звон|телефон|индивид|согласов|по факту/u
const soldOut =
  /^(?:ausverkauft|vergriffen|uitverkocht|esaurit|out of stock|brak|немає)|^нет|продан|отсутств|(?:за)?кончил|sold/u

const wordsOfRequest = [
  /(?<!\p{L})(?:on|request|auf|anfrage|na|zapytanie|price|preis|cena|цен[аыу]|стоимост\p{L}*|по|при|у|с|на|в|менеджер\p{L}*|дня|заказ\p{L}*|телефон\p{L}*|договор\p{L}*|запр(?:ос\p{L}*)?|уточня\p{L}*|уточн\p{L}*|дог(?:-\p{L}{1,4})?|(?:по)?звон\p{L}*|индивидуальн\p{L}*|соглас\p{L}*|факту)(?!\p{L})\.?/giu,
]

/** The words of a stock, once for what they mean and for what is left of a cell without them. */
const stockTerms: { stock: Stock; words: string[]; signs?: string; isAnywhere?: true }[] = [
  {
    stock: 'sold_out',
    words: [
      String.raw`нет(?: в наличии| на складе)?`,
      soldOutWords,
      String.raw`(?:рас)?продан\p{L}*|отсутств\p{L}*`,
      'ложь|false|no|nein|brak|немає',
    ],
    signs: '0|-',
  },
  {
    stock: 'on_order',
    words: [onOrderWords, String.raw`по запросу|запрос|уточн\p{L}*`, 'on request|auf anfrage|su richiesta'],
    isAnywhere: true,
  },
  {
    stock: 'in_stock',
    words: [
      String.raw`последн\p{L}*|ограничен\p{L}*(?: количеств\p{L}*)?|dostępn\p{L}*`,
      'есть|да|в наличии|много|достаточно|мало|имеется|средне|на складе|истина|true|в продаже',
      String.raw`in stock|available|yes|ja|verfügbar|vorrätig|auf lager|op voorraad|leverbaar|ostatnie sztuki|є|tak|в нал\.?`,
    ],
    signs: String.raw`\++|✓|✔|√|v`,
  },
]
const stockWords = stockTerms.map(({ stock, words, signs, isAnywhere }): [RegExp, Stock] => {
  const any = words.join('|')
  const pattern =
    isAnywhere === true
      ? String.raw`^заказ$|^заказн\p{L}* |${any}`
      : String.raw`^(?:${[any, signs].filter(Boolean).join('|')})(?:$|[ ,.(!])`
  return [new RegExp(pattern, 'u'), stock]
})
const wordsOfStock = [
  new RegExp(
    String.raw`(?<!\p{L})(?:${stockTerms
      .flatMap(({ words }) => words)
      .join('|')
      .replaceAll(' ', String.raw`\s`)}|заказ|ожида\p{L}*|поступ\p{L}*|скоро)(?!\p{L})`,
    'giu',
  ),
]

const rounded = (value: number) => Math.round(value * 100) / 100

/** «Br» is a currency in a cell, and bare root in a title. */
const isForeign = (text: string) => foreignMoney.test(text) || /(?<!\p{L})br\.?(?!\p{L})/iu.test(text)

/** «5 200 руб. за 1000 шт.», «950 р. за десяток»: for how many the price of a cell is. */
const perMany =
  /(?:\/|за)\s?(?:(1\s?000|100|10)\s?шт[а-я]{0,6}|тыс[а-я]{0,6}\.?(?:\s?шт[а-я]{0,6})?|1?\s?десят[а-я]{0,4})\.?$/u

/** Reads the price in a cell, in rubles. `factor` is 1000 if the column is in thousands. */
export function readPrice(cell: Cell, factor: number): PriceReading {
  if (cell === '') return { is: 'none' }
  const value = typeof cell === 'number' ? cell : typeof cell === 'object' && 'number' in cell ? cell.number : null
  const written = textOf(cell)
  if (typeof cell === 'object' && isForeign(written)) return { is: 'unclear', code: 'currency' }
  if (value !== null) return priceOf(value * factor)
  if (typeof cell === 'object') return { is: 'unclear', code: 'price' }
  if (isDash(written)) return { is: 'none' }
  // Two prices in the lines of a cell.
  if (/\d[^\n]{0,20}\n[^\n\d]{0,20}\d/u.test(written)) return { is: 'unclear', code: 'price' }
  // «32 руб. 50 коп.»
  const text = normalize(inRubles(written)).replace(
    /(\d)\s?р(?:уб[а-я]{0,3})?\.?\s?(\d\d)\s?коп[а-я]{0,4}\.?/u,
    '$1,$2 руб.',
  )
  if (isForeign(text)) return { is: 'unclear', code: 'currency' }
  if (soldOut.test(text)) return { is: 'stock', stock: 'sold_out', rest: without(written, wordsOfStock) }
  if (/под заказ|^зак(?:аз|\.)?$/u.test(text))
    return { is: 'stock', stock: 'on_order', rest: without(written, wordsOfStock) }
  if (onRequest.test(text)) return { is: 'request', rest: without(written, wordsOfRequest) }
  const inThousands = /тыс[а-я]{0,4}\.? ?р|^\d[\d\s.,]{0,12}тыс|(?<=\d)\s?т\.? ?р/u.test(text) ? 1000 : factor
  const many = perMany.exec(text)
  if (many) {
    const price = readPrice(text.slice(0, many.index), factor)
    const count = /дес/u.test(many[0]) ? 10 : /тыс/u.test(many[0]) ? 1000 : Number(many[1]?.replaceAll(/\D/g, ''))
    return price.is === 'price' ? priceOf(price.price / count) : { is: 'unclear', code: 'price' }
  }
  const bare = text
    .replaceAll(
      /(?:тыс\.?|т\.)? ?(?:руб\p{L}*\.?|₽|р\.?)(?:\s?\/\s?шт\.?)?|тыс\.?|\/\s?шт\.?|за шт\.?|\(?(?:с|без|вкл\.|включая) ндс\)?/gu,
      '',
    )
    .replace(/^цена:?/u, '')
    // «430,-», «430=»
    .replace(/(?<=\d)\s?(?:=-?|[.,]-)$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (/^-\s?\d/u.test(bare)) {
    const found = readBareNumber(bare.replace(/^-\s?/u, ''))
    if (found) return { is: 'negative', price: -found.value }
  }
  // «1 200-00» and «1.200» mean «1 200,00» and «1 200».
  const kopecks = /^([\d ']+)-(\d\d)$/u.exec(bare)
  if (kopecks && Number(kopecks[2]) === 0) return priceOf(Number(kopecks[1]?.replaceAll(/[ ']/g, '')) * inThousands)
  if (/^[1-9]\d{0,2}(?:[.,']\d{3})+$/u.test(bare) && inThousands === 1)
    return priceOf(Number(bare.replaceAll(/[.,']/g, '')))
  const grouped = /^([1-9]\d{0,2}(?:[.,' ]\d{3})+)[.,](\d{1,2})$/u.exec(bare)
  if (grouped) return priceOf(Number(`${grouped[1]?.replaceAll(/\D/g, '')}.${grouped[2]}`) * inThousands)
  const decimal = /^\d+[.,]\d+$/u.exec(bare)
  if (decimal) return priceOf(Number(bare.replace(',', '.')) * inThousands)
  const number = readBareNumber(bare)
  return number && !number.isMinimum ? priceOf(number.value * inThousands) : { is: 'unclear', code: 'price' }
}

function priceOf(value: number): PriceReading {
  if (value < 0) return { is: 'negative', price: rounded(value) }
  // Zero means that the price has not been decided.
  return value === 0 ? { is: 'request' } : { is: 'price', price: rounded(value) }
}

const retail = /розн|retail/iu
const wholesale = /опт|wholesale|trade/iu

/** «Розница / опт»: the title says which of the two prices of its cells is which. */
export const namesTwoPrices = (title: string) => retail.test(title) && wholesale.test(title)

/** Whether the first of the two prices that a title names is the retail price. */
export const isRetailFirst = (title: string) => title.search(retail) < title.search(wholesale)

/** «195/156», «1 850 р. | 1 480 р.», or one below the other: the two prices of a cell as written; null for anything else. */
export function pricePairIn(cell: Cell): [string, string] | null {
  if (typeof cell !== 'string' || cell.length > 40) return null
  const [one = '', other = '', ...more] = cell.split(/\s?[/|\n]\s?/u)
  const arePrices = [one, other].every(text => /\d/.test(text) && readPrice(text, 1).is === 'price')
  return more.length === 0 && arePrices ? [one, other] : null
}

/** «2700р (15 шт)»: the price and the stock of a cell as written; null for anything else. */
export function priceAndStockIn(cell: Cell): [string, string] | null {
  if (typeof cell !== 'string' || cell.length > 60) return null
  const [, price = '', stock = ''] =
    /^(\d[\d\s.,']*(?:₽|р(?:уб)?\.?))\s?[(,;–—-]\s?([^()]+)\)?$/iu.exec(cell.trim()) ?? []
  if (price === '' || readPrice(price, 1).is !== 'price') return null
  return readStock(stock).stock === undefined ? null : [price, stock]
}

/** «420 (30-40)», «1 200 р. (С5)»: the price and the size of a cell as written; null for anything else. */
export function priceAndSizeIn(cell: Cell): [string, string] | null {
  if (typeof cell !== 'string' || cell.length > 60) return null
  const [, price = '', size = ''] = /^(\d[\d\s.,']*(?:₽|р(?:уб)?\.?)?)\s?\(([^()]{2,40})\)$/iu.exec(cell.trim()) ?? []
  if (price === '' || readPrice(price, 1).is !== 'price') return null
  const { fields, doubts, rest } = parseNotation(size)
  const isSize = doubts.some(({ code }) => code === 'measure') || Object.values(fields).some(value => value !== null)
  return isSize && rest === '' ? [price, size] : null
}

/** What a cell of prices says beside a stock or a size. */
export const priceIn = (cell: Cell): Cell => (priceAndStockIn(cell) ?? priceAndSizeIn(cell))?.[0] ?? cell

/** `rest`: what the cell says beyond its stock. */
export type StockReading = Partial<
  Pick<WritableVariant, 'stock' | 'stock_quantity' | 'stock_is_minimum' | 'available_from'>
> & { note?: string; rest?: string; isUnclear?: true }

const months = ['янв', 'фев', 'мар', 'апр', 'ма[йя]', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']
const iso = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

/**
 * Reads a date as `YYYY-MM-DD`: 15.05.2026, 2026-05-15, «15 мая 2026», «май 2026» (its first day). Null if there is
 * none.
 */
export function readDate(cell: Cell): string | null {
  if (typeof cell === 'object' && 'year' in cell) return iso(cell.year, cell.month, cell.day)
  const text = normalize(textOf(cell))
  const dotted = /(?<!\d)(\d{1,2})[./](\d{1,2})[./](20\d\d|\d\d)(?!\d)/u.exec(text)
  if (dotted) return iso((Number(dotted[3]) % 100) + 2000, Number(dotted[2]), Number(dotted[1]))
  const sorted = /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/u.exec(text)
  if (sorted) return iso(Number(sorted[1]), Number(sorted[2]), Number(sorted[3]))
  const month = months.findIndex(name => new RegExp(String.raw`(?<!\p{L})${name}`, 'u').test(text))
  const year = /(?<!\d)(20\d\d)(?!\d)/u.exec(text)?.[1]
  if (month < 0 || year === undefined) return null
  const day = /(?<!\d)(\d{1,2})(?=[\s-]\p{L})/u.exec(text)?.[1]
  return iso(Number(year), month + 1, Number(day ?? 1))
}

const wordsOfDate = [
  /\d{1,2}[./]\d{1,2}[./]\d{2,4}|20\d\d-\d\d-\d\d/gu,
  /(?<!\p{L})(?:\d{1,2}[\s-]?)?(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}*\.?(?:\s?20\d\d)?(?:\s?г(?:ода?|\.)?)?/giu,
  /(?<!\p{L})(?:с|со|к|от|на|в|до|после|начал\p{L}|середин\p{L}|конец|конц\p{L}|ожида\p{L}*|поступ\p{L}*|поставк\p{L}*|доступн\p{L}*)(?!\p{L})/giu,
]

/** What a cell says beyond its date. */
export const restOfDate = (cell: Cell) =>
  typeof cell === 'string' ? without(cell, [...wordsOfDate, ...wordsOfStock]) : ''

const countedIn = ({ stock_quantity, stock_is_minimum }: Amounts): StockReading =>
  stock_quantity === undefined ? {} : { stock_quantity, stock_is_minimum: stock_is_minimum ?? false }

/** «3,4 тыс. шт.» */
const inThousands = /^([>≥]?\s?\d[\d ]{0,6}(?:[.,]\d{1,3})?\+?)\s?(?:тыс\.?|т\.)\s?(?:шт\p{L}*|экз)?\.?$/u

/** «осталось 6 шт.» */
const stillThere =
  /^(?:остал[оа]сь|остаток|есть|имеется|в наличии):?\s(\d[\d ]{0,6}(?:[.,]\d{1,2})?\+?\s?(?:тыс\.?\s?)?(?:шт\p{L}*|экз)?)\.?$/u

/** An arrival without a calendar date. */
const arrival = /ожид|жд[её]м|скоро|поступ|весн|осен|лет[оа]м?(?!\p{L})|зим/u

/** «мало», «последние»: that there are few is more than that there are some, and no number says it. */
const fewLeft = /(?<!\p{L})(?:мало|немного|средне|единичн|последн|ограничен|остатк|few|limited|ostatnie)/u

/** Reads a stock cell. `factor`: 1000 if the column counts thousands. A cell is a number, «100+», «много», «под заказ», «ожидается 15.05.2026». */
export function readStock(cell: Cell, factor = 1): StockReading {
  if (cell === '') return {}
  const text = normalize(textOf(cell))
  const value = typeof cell === 'number' ? cell : typeof cell === 'object' && 'number' in cell ? cell.number : null
  const [, thousands] = typeof cell === 'string' ? (inThousands.exec(text) ?? []) : []
  if (thousands !== undefined) return readStock(thousands, 1000)
  const [, remaining] = typeof cell === 'string' ? (stillThere.exec(text) ?? []) : []
  if (remaining !== undefined) return readStock(remaining, factor)
  if (value !== null || typeof cell === 'string') {
    const bare = readBareNumber(text.replace(unitBehind, ''))
    const count = value ?? bare?.value ?? null
    if (count !== null && (value !== null || bare)) {
      const all = Math.round(count * factor * 1000) / 1000
      if (!Number.isInteger(all) || all < 0 || all > variantLimits.stock) return { isUnclear: true }
      const isMinimum = bare?.isMinimum ?? false
      return { stock_quantity: all, stock_is_minimum: isMinimum, stock: all === 0 ? 'sold_out' : 'in_stock' }
    }
  }
  // A dash may say that there is none, or nothing.
  if (isDash(text)) return { isUnclear: true }
  const word = stockWords.find(([pattern]) => pattern.test(text))?.[1]
  const date = readDate(cell)
  if (date !== null && (word === undefined || /ожид|поступ/u.test(text)))
    return { stock: 'expected', available_from: date, rest: without(textOf(cell), [...wordsOfStock, ...wordsOfDate]) }
  const isArrival = arrival.test(text)
  if (word !== undefined && !(word === 'on_order' && isArrival)) {
    const { amounts, left } = takeAmounts(textOf(cell))
    const counted = amounts.stock_quantity === undefined || word === 'sold_out' ? {} : countedIn(amounts)
    const isFew = word === 'in_stock' && counted.stock_quantity === undefined && fewLeft.test(text)
    return {
      ...counted,
      ...(isFew && { note: textOf(cell) }),
      stock: word,
      rest: without(counted.stock_quantity === undefined ? textOf(cell) : left, wordsOfStock),
    }
  }
  if (isArrival) return { stock: 'on_order', note: textOf(cell) }
  const { amounts, left } = takeAmounts(textOf(cell))
  if (amounts.stock || amounts.stock_quantity !== undefined)
    return { stock: amounts.stock ?? 'in_stock', ...countedIn(amounts), rest: without(left, wordsOfStock) }
  return { isUnclear: true }
}

const monthNames = months.join('|')
const typedDay = new RegExp(String.raw`^(\d{1,2})[.\- ]?(${monthNames})\p{L}{0,5}\.?$`, 'iu')
const typedMonth = new RegExp(String.raw`^(${monthNames})\p{L}{0,5}[.\- ]{1,2}(\d{2})$`, 'iu')
const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const englishDay = new RegExp(String.raw`^(\d{1,2})-(${english.join('|')})$`, 'iu')
const englishMonth = new RegExp(String.raw`^(${english.join('|')})-(\d{2})$`, 'iu')

const monthOf = (name: string) => {
  const own = months.findIndex(month => new RegExp(`^${month}`, 'iu').test(name))
  return (own >= 0 ? own : english.indexOf(name.toLowerCase())) + 1
}
const ascending = (one: number, other: number) => (one <= other ? `${one}-${other}` : `${other}-${one}`)

/**
 * A size cell as text. Restores sizes that Excel converted to dates, both in date cells and in the words of text files
 * («10.дек», «дек.14», "12-Oct"). `isUnsure`: the first day of a month with a year may be a day and a month or a month
 * and a year.
 */
export function sizeText(cell: Cell): { text: string; isUnsure: boolean } {
  if (typeof cell === 'object' && 'year' in cell && cell.shows === 'whole') {
    return { text: ascending(cell.day, cell.month), isUnsure: cell.day === 1 }
  }
  const text = textOf(cell)
  if (typeof cell !== 'string') return { text, isUnsure: false }
  const day = typedDay.exec(text) ?? englishDay.exec(text)
  if (day) return { text: ascending(Number(day[1]), monthOf(day[2] ?? '')), isUnsure: false }
  const month = typedMonth.exec(text) ?? englishMonth.exec(text)
  if (month) return { text: ascending(monthOf(month[1] ?? ''), Number(month[2])), isUnsure: false }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(20\d\d)$/u.exec(text)
  if (dotted) return { text: ascending(Number(dotted[1]), Number(dotted[2])), isUnsure: Number(dotted[1]) === 1 }
  return { text, isUnsure: false }
}
