import { type Stock, variantLimits, type WritableVariant } from '#contract/variants.ts'
import { inRubles } from './rubles.ts'
import { onOrderWords, soldOutWords } from './stock-words.ts'

/** The price and stock in a text; a field not mentioned is absent. */
export type Amounts = Partial<
  Pick<WritableVariant, 'price' | 'price_tiers' | 'stock' | 'stock_quantity' | 'stock_is_minimum'>
>

/** Money that is not rubles; a price in it is no price in rubles, whatever stands beside it. */
export const foreignMoney =
  /[$€£¥₴₸₼₾֏฿₺₩₹]|(?<!\p{L})(?:eur(?:os?)?|евро|usd|uah|тнг|тг|kzt|byn|byr|zł|pln|cny|gbp|chf|mdl|amd|gel|лари|uzs|kgs|azn)(?!\p{L})|(?<!\p{L})(?:долл|гр(?:н|ив)|тенге|злот|юан|фунт|франк|драм|манат)\p{L}*|(?<!\p{L})у\.?\s?е\.?(?!\p{L})|(?<!\p{L})бел(?:ар|ор)?[\p{L}.]{0,20}\s?р(?:уб|\.|(?!\p{L}))\p{L}*|(?<!\p{L})б\.\s?р\.|руб[\p{L}.]{0,20}\s?\(?(?:рб|бел)(?!\p{L})/iu

const largestPrice = 20_000_000

const digits = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,2}|\d{1,9}`
/** Two numbers with this between them are a range; a long dash between spaces is a separator. */
const to = String.raw`[\p{L}\d.,'’](?:\s?[-‐‑‒–−/]\s?|—)`
/** Not within another number, a range or a code. */
const begins = String.raw`(?<!${to}|[\p{L}\d.,]|\d['’])`
const money = String.raw`(${digits})([.,]\d{1,2})?(?:\s?(?:₽|руб\p{L}*\.?|р\.)|,[-–](?!\d))`
const pieces = String.raw`(?:шт(?:ук\p{L}*)?|экз(?:емпляр\p{L}*)?|ед|раст(?:ени\p{L}{1,2})?|саж(?:ен(?:ец|ц\p{L}{1,2}))?|pcs?|stück|stk|szt)(?!\p{L})\.?`

const tier = new RegExp(
  String.raw`(?<!\p{L})от\s(${digits})\s?(?:(?:${pieces})?\s?(?:[\p{Pd}:=]|по)|${pieces})\s?${money}`,
  'giu',
)
const price = new RegExp(String.raw`(?:(?<!\p{L})цена:?\s?)?${begins}${money}`, 'giu')
const quantity = new RegExp(
  String.raw`(?<more>>|≥|(?<!\p{L})(?:более|больше|свыше|св\.|не менее|от)\s)?\s?${begins}(?<count>${digits})\s?(?<plus>\+?)\s?${pieces}\s?(?<plusAfter>\+?)`,
  'giu',
)
/** «кратно 10 шт», «по 40 шт», «мин. заказ 5 шт»: not a stock quantity. */
const countsSomethingElse = /(?:по|кратн\p{L}*|упак\p{L}*|уп|кассет\p{L}*|мин\p{L}*|заказ\p{L}*|до)[.:,]?\s?$/iu
const perPack = /^\s?(?:\/|в\s|на\s)/u

/** «1000–1 500 руб»: the match is the second group of a range's end; otherwise the range would be falling. */
function isCutFromRange(text: string, at: number): boolean {
  const [, from, to] =
    /(\d+)(?:\s?[-‐‑‒–−/]\s?|—)(\d{1,3})[ \u00a0\u202f]$/u.exec(text.slice(Math.max(0, at - 20), at)) ?? []
  return from !== undefined && Number(to) < Number(from)
}

/** Terms for `in_stock` and the other statuses in price lists. */
const stockWords: [RegExp, Stock][] = [
  [new RegExp(String.raw`(?<!\p{L})(?:${soldOutWords})(?!\p{L})`, 'giu'), 'sold_out'],
  [new RegExp(String.raw`(?<!\p{L})(?:${onOrderWords})(?!\p{L})`, 'giu'), 'on_order'],
  [
    /(?<!\p{L})(?:в наличии|в нал\.?|есть в наличии|достаточно|available|in stock|verfügbar|vorrätig|auf lager|dostępn[aey])(?!\p{L})/giu,
    'in_stock',
  ],
]
const onRequest =
  /(?<!\p{L})(?:цена\s)?(?:по запросу|договорная|дог-ная|on request|auf anfrage|na zapytanie|p\.?o\.?a\.?)(?!\p{L})/giu

/** «осталось 7»: one need not say of what. */
const stillThere =
  /(?<!\p{L})остал(?:ось|ся|ась|ись)\s(?:всего\s)?(\d{1,6})(?![\d.,]|\s?(?:см|мм?|л|дн|нед|мес)(?!\p{L}))/iu

const numberOf = (text: string) => Number(text.replaceAll(/[\s'’]/g, '').replace(',', '.'))

/** «14 т.р.», «1,5 тыс. руб.» */
const thousands = /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,2})?)\s?(?:т\.?\s?р|тыс\.?\s?р(?:уб\p{L}*)?)(?!\p{L})\.?/giu

/**
 * Removes price and stock from a text if a unit or a word makes them unambiguous. Two prices, or two quantities, are
 * ambiguous and stay in the text.
 */
export function takeAmounts(text: string): { amounts: Amounts; left: string } {
  const amounts: Amounts = {}
  let left = inRubles(text).replaceAll(thousands, (_, number: string) => `${numberOf(number) * 1000} руб.`)

  const tiers = [...left.matchAll(tier)].map(([, from = '', whole = '', fraction = '']) => ({
    quantity_from: numberOf(from),
    price: numberOf(whole + fraction),
  }))
  const isTierPossible = tiers.every(
    ({ quantity_from, price: rubles }) =>
      quantity_from >= 1 && quantity_from <= variantLimits.stock && rubles <= largestPrice,
  )
  const isOnceEach = new Set(tiers.map(({ quantity_from }) => quantity_from)).size === tiers.length
  if (tiers.length > 0 && tiers.length <= variantLimits.tiers && isTierPossible && isOnceEach) {
    amounts.price_tiers = tiers
    left = left.replaceAll(tier, ' ; ')
  }

  const [found, another] = [...left.matchAll(price)].filter(({ index }) => !isCutFromRange(left, index))
  if (found && !another) {
    const rubles = numberOf(`${found[1]}${found[2] ?? ''}`)
    if (rubles <= largestPrice) {
      amounts.price = rubles
      left = left.replace(found[0], ' ; ')
    }
  }

  const counts = [...left.matchAll(quantity)].filter(
    ({ 0: whole, index }) =>
      !countsSomethingElse.test(left.slice(Math.max(0, index - 20), index)) &&
      !perPack.test(left.slice(index + whole.length, index + whole.length + 4)),
  )
  const [counted] = counts
  const written = counted?.groups?.count ?? ''
  const count = numberOf(written)
  // «~680 260 шт.» may be a price and a count.
  const mayBeTwo = amounts.price === undefined && /\d[ \u00a0\u202f]\d/u.test(written) && !written.endsWith('000')
  if (counted && counts.length === 1 && count <= variantLimits.stock && !mayBeTwo) {
    const { more, plus, plusAfter } = counted.groups ?? {}
    amounts.stock_quantity = count
    amounts.stock_is_minimum = Boolean(more || plus || plusAfter)
    left = `${left.slice(0, counted.index)} ; ${left.slice(counted.index + counted[0].length)}`
  }

  const [whole, remaining] = (amounts.stock_quantity === undefined && stillThere.exec(left)) || []
  if (whole !== undefined && Number(remaining) <= variantLimits.stock) {
    amounts.stock_quantity = Number(remaining)
    amounts.stock_is_minimum = false
    left = left.replace(whole, ' ; ')
  }

  for (const [pattern, stock] of stockWords) {
    if (amounts.stock || left.search(pattern) === -1) continue
    amounts.stock = stock
    left = left.replaceAll(pattern, ' ; ')
  }
  return { amounts, left: left.replaceAll(onRequest, ' ; ') }
}

/**
 * Separates a price from the text before it: in «С5 - 1300 руб» the dash is not a range, unless the number before it
 * may be a price too.
 */
export const withPriceApart = (text: string) =>
  inRubles(text)
    .replaceAll(/(?<=\d)\s?р(?=$|[\s,;)/])/gu, ' р.')
    // «С5 ..... 1300 руб»
    .replaceAll(/(?<!\s)\s*(?:…|(?<!\.)\.{3,})\s*(?=\d)/gu, ' ; ')
    .replaceAll(
      /(?<!(?<!\p{L})от\s\d{1,6}\s?(?:шт|экз)?\.?)(?<!\d)(\d*)\s[\p{Pd}−]\s?(?=(\d[\d \u00a0]*)(?:[.,]\d\d?)?\s?(?:₽|руб|р\.))/gu,
      (whole, before: string, after: string) =>
        before !== '' && Number(after.replaceAll(/\D/g, '')) < Number(before) * 3 ? whole : `${before} ; `,
    )

const bare = new RegExp(
  String.raw`^(?<more>[>≥]|(?:от|более|больше|свыше|св\.|не менее)\s)?\s?(?<value>${digits})(?<fraction>[.,]\d{1,2})?\s?(?<plus>\+|\sи\s(?:более|больше|выше|свыше))?$`,
  'iu',
)

export interface BareNumber {
  value: number
  /** «450,00»: written with kopecks. */
  hasKopecks: boolean
  /** «100+», «>100» */
  isMinimum: boolean
}

/** The unit behind a count: «12 шт.», «85 раст.» */
export const unitBehind = new RegExp(String.raw`\s?${pieces}$`, 'iu')

/** A cell that consists of a number. */
export function readBareNumber(cell: string): BareNumber | null {
  const { more, value = '', fraction = '', plus } = bare.exec(cell)?.groups ?? {}
  if (value === '') return null
  return {
    value: numberOf(value + fraction),
    hasKopecks: fraction.length === 3,
    isMinimum: Boolean(more || plus),
  }
}

const soldOut = { stock: 'sold_out' } as const

/** The possible meanings of a number alone in a cell; none if it is too large. */
export function readingsOf({ value, isMinimum }: BareNumber): { price?: Amounts; quantity?: Amounts } {
  return {
    ...(!isMinimum && value <= largestPrice ? { price: { price: value } } : {}),
    ...(Number.isInteger(value) && value <= variantLimits.stock
      ? { quantity: { stock_quantity: value, stock_is_minimum: isMinimum, ...(value === 0 ? soldOut : {}) } }
      : {}),
  }
}
