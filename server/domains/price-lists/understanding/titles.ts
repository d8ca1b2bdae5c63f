import type { ColumnField } from '#contract/price-lists.ts'
import { parseNotation } from '#server/domains/products/notation/parse-notation.ts'

/** The meaning of a column's title. */
export interface TitleMeaning {
  /** Null for columns that catalogues do not have: row numbers, photos, the buyer's order. */
  field: ColumnField | null
  /** The word to put before a number that has none: «высота», «контейнер», «высота, м:». */
  word: string | null
  /** Which end of a range the column contains, if the range is in two columns. */
  end: 'from' | 'to' | null
  /** The factor of prices: 1000 if they are in thousands, otherwise 1. */
  factor: number
  /** The currency of prices if it is not the ruble. */
  currency: string | null
  /** The size of all cells below, in wide lists: «С5 60-80». */
  size: string
  /** The column contains the minimum quantity for the row's wholesale price. */
  isWholesaleQuantity: boolean
}

/** The meaning of a column about which nothing is known. */
export const noMeaning: TitleMeaning = {
  field: null,
  word: null,
  end: null,
  factor: 1,
  currency: null,
  size: '',
  isWholesaleQuantity: false,
}

/** Unifies the spelling: lower case, one kind of dash, no line breaks. */
export const normalize = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[\s_*]+/g, ' ')
    .replaceAll(/(?<=\p{L})- (?=\p{L})/gu, '')
    .trim()

type Known = { field: ColumnField | null; word?: string; isWholesaleQuantity?: true }

const ignored: Known = { field: null }

/** The first match counts. Longer and more specific patterns come before shorter ones. */
const vocabulary: [RegExp, Known][] = [
  [/^(?:№|#|n|no|nr|номер)?\s?(?:п\s?[/.\\]?\s?п|п\.\s?п)\.?$|^(?:№|#|n|no\.?|nr\.?|номер|№ строки)$/u, ignored],
  [/^(?:ед\.?|единиц\p{L}*)(?:\s?изм\p{L}*\.?)?$|^ед\.? ?изм|^изм\.?$/u, ignored],
  [
    /фото|картинк|изображ|ссылк|сайт|штрих|barcode|ean|производител|поставщик|страна|^поле(?:$|[ №])|^ряд(?:$|[ №])|грядк/u,
    ignored,
  ],
  [
    /^(?:ваш )?заказ(?:,? шт\.?)?$|кол\p{L}*[- ]?(?:во)? (?:для )?заказа|к заказу|^заказать|сумма|итого|^всего/u,
    ignored,
  ],
  [
    /опт\p{L}*\.? парт|мин\p{L}*\.? (?:опт|парт|заказ|кол)|^опт\p{L}*,? от,? ?(?:шт\.?)?$|^партия/u,
    { field: null, isWholesaleQuantity: true },
  ],
  [
    /кратн|в упак|в кассет|в ящик|в поддон|шт\.? в |упаковк\p{L}*,? шт|норма|вес(?!\p{L})|масса|^зона|usda|морозост|зимост|^цвет|окраск|цветен|^срок цв/u,
    ignored,
  ],
  [/скидк[аи],? ?%|^%|наценк|ндс,? ?%|^ндс$|закуп|старая цена|цена старая|прошл|дата изм/u, ignored],
  // Other columns of German lists.
  [/^vpe$|^ean$|^bild$|^bestellmenge|^pos\.?$/u, ignored],
  [/резерв|бронь|снято|созреван|плодонош|урожа|срок\p{L}* (?:посадки|хранения|годности)/u, ignored],

  [
    /артик|^арт\.?$|^код(?: товара)?$|^sku$|^code$|^article|^item (?:no|code)|номенклатурн\p{L}* (?:номер|код)|^id$|^код(?!\p{L})/u,
    { field: 'sku' },
  ],
  [/(?:рус\p{L}*).*(?:лат\p{L}*)|(?:лат\p{L}*).*(?:рус\p{L}*)/u, { field: 'name' }],
  [/латин|латын|^лат\.?$|^lat\.?$|latin|botani[ck]|botanisch|ботанич|научн/u, { field: 'latin_name' }],
  [/^род(?: растения)?$|^genus$/u, { field: 'genus' }],
  [/^вид(?: растения)?$|^species$/u, { field: 'species' }],
  [
    /^сорт(?:а|ность)?(?:\s?[/,(].*)?$|^cultivar|^variety|сорт\p{L}* назв|назв\p{L}* сорта|^сорт /u,
    { field: 'cultivar' },
  ],

  // The size of the grown plant, which is not what is offered.
  [
    /(?:высот|ширин|диам|размер|рост(?!\p{L})).*(?:взросл|зрел(?:ого|ом)|(?:через|в|к) \d+(?:-\d+)? (?:год|лет))|взросл\p{L}* (?:высот|ширин|диам|размер|рост|растени)/u,
    ignored,
  ],
  // «Обхват / высота»: each row says which it is.
  [
    /(?:обхв|высот|ширин|диам)\p{L}*\.?(?: ствола| кроны| растения)?,?(?: ?\(?см\)?)?\s?(?:\/|,|и|или|x|х|×)\s?(?:обхв|высот|ширин|диам|крон)/u,
    { field: 'size' },
  ],
  [
    /категори|рубрик|раздел|^групп|group|category|^тип(?: растени\p{L}*| культур\p{L}*)?$|жизненн|^отдел/u,
    { field: 'category' },
  ],
  [
    /(?:выс\p{L}*\.?|h|длин\p{L}*|высоте) (?:штамба|ствола|прививки)|^(?:штамб|ствол)(?:(?!\p{L})|,|$)|штамб,|прививк|^pa$|^sta?$|^штамб\p{L}* ?\(?см/u,
    { field: 'stem_height', word: 'выс. штамба' },
  ],
  [
    /диам\p{L}*\.? ?(?:кома|корневого)|[øo⌀d] ?кома|размер\p{L}* кома|^ком(?:,? ?(?:\(?см\)?)?)?$|^ком,|земл\p{L}* ком/u,
    { field: 'root_size', word: 'ком' },
  ],
  [/диам\p{L}*\.? (?:ствола|шейки)|толщ/u, { field: 'size', word: 'диаметр ствола' }],
  [/диам\p{L}*\.? (?:горш|контейн)/u, { field: 'root_size', word: 'горшок' }],
  [/обхват|обхв|окружн|^об\.?$|stammumf|^stu(?!\p{L})|girth|об\. ств/u, { field: 'girth', word: 'обхват' }],
  [
    /ширин|^шир\.?|диам\p{L}*\.? ?(?:кроны)?$|диам\p{L}*\.?,|крон\p{L}*,|крона$|размах|spread|width|[øo⌀] ?кроны/u,
    { field: 'spread', word: 'ширина' },
  ],
  [/высот|^выс\.?(?:$|[ ,(])|рост(?:$|[ ,(])|^h\.?(?:$|[ ,(])|height|^длина/u, { field: 'height', word: 'высота' }],
  [/кол\p{L}*[- ]?(?:во)? ?стволов|стволов/u, { field: 'size', word: 'стволов' }],
  [/пересад|школ|пересаж/u, { field: 'transplants', word: 'пересадок' }],
  [
    /(?:объ?ем|литраж|об\.) ?(?:контейнера|горшка|тары|кома)?(?:,? ?\(?(?:л|литр\p{L}*)\)?\.?)?$|контейнер\p{L}*,? ?\(?(?:л|литр\p{L}*)\)?\.?$|^л(?:итр\p{L}*)?\.?$|^c,? ?л$/u,
    { field: 'root_size', word: 'контейнер' },
  ],
  [/горш\p{L}*,? ?\(?(?:см|p|р)\)?|^p,? ?см$/u, { field: 'root_size', word: 'горшок' }],
  [/^(?:вид |тип |форма )?(?:контейнер|конт\.?|container)\p{L}*\.?$/u, { field: 'root', word: 'контейнер' }],
  [/^(?:горшок|pot)$/u, { field: 'root', word: 'горшок' }],
  [
    /контейнер|упаков|корнев|корни|^корень|^окс|^зкс|^ркс|^к\.?с\.?$|тара|горшок|горшк|packing|container|root|^ком|кома|посадочн\p{L}* место/u,
    { field: 'root' },
  ],
  [/формиров|^форма(?: \p{L}+)?$|^form$|тип кроны|форма кроны|стрижка|^тип формы/u, { field: 'form' }],

  [
    /остат|налич|склад|свободн|доступн|stock|qty|quantity|^lager(?:bestand)?$|^bestand$|^menge$|^anzahl$|^кол[- ]?-?\.? ?(?:-? ?во)?(?:,? ?\(?(?:шт|экз)?\.?\)?)?$|количеств|^шт\.?(?:ук)?$|^кол\.?,? ?шт/u,
    { field: 'stock' },
  ],
  [/розн|^рц$|retail/u, { field: 'price' }],
  [/опт|wholesale|дилер|партнер|^оц$|b2b/u, { field: 'price_wholesale' }],
  [/цен[аыуе]|прайс|стоимост|price|preis|руб\.?|₽|^р\.?$|тыс/u, { field: 'price' }],
  [/дата|поступлен|ожида|готовност|появлен|когда|available|срок/u, { field: 'available_from' }],
  [
    /примеч|коммент|описан|note|remark|дополн|информ|особенн|возраст|характеристик\p{L}* сорта|пометк/u,
    { field: 'note' },
  ],
  [
    /размер|параметр|габарит|size|^qualität|^gr(?:ö|oe)(?:ß|ss)e|^sortierung|фракци|калибр|стандарт|характеристик|сортамент|кондици/u,
    { field: 'size' },
  ],
  [
    /наимен|назван|растени|ассортимент|номенклатур|товар|пород|культур|продукц|позици|посадочн\p{L}* матер|саженц|^name|plant|^имя|^что/u,
    { field: 'name' },
  ],
]

/** Words of a price column's title that are removed before its size is read. */
const priceWords =
  /цен[аыуе]\S*|стоимост\S*|розн\S*|опт\S*|прайс|руб\S*|₽|(?<!\p{L})р\.|тыс\S*|за (?:1 )?(?:шт|экз|ед)\S*|(?<!\p{L})шт\.?(?!\p{L})|(?<!\p{L})(?:19|20)\d\d(?!\d)(?:\s?г\S*)?|остат\S*|налич\S*|кол-?во|количество|price|с ндс|без ндс|размер\S*|контейнер\p{L}*(?! ?\d)|высот\p{L}*,? ?(?:см|м)?(?! ?\d)|упаковк\p{L}*|тара|корнев\p{L}* систем\p{L}*|[()/:]|\d{1,2}\.\d{1,2}\.\d{2,4}/giu

/** Words of price and stock that occur in cells and not in titles. */
const values =
  /^(?:под заказ|нет в наличии|по запросу|цена по запросу|договорная|цена договорная|ожидается|нет|есть|да|распродажа)$|^\d[\d\s.,]*(?:₽|р\.?|руб\.?|шт\.?)?$/iu

/** «от 10 шт», «10+ шт», «10-49 шт», «опт от 50»: the minimum quantity for a price. */
function quantityOf(title: string, isOfPrices: boolean): number | null {
  const pieces = '(?:шт|экз|растен|ед|pcs|pc|stk)'
  const from =
    new RegExp(
      String.raw`(?:(?<!\p{L})(?:от|свыше|более)|>|≥)\s?(\d[\d ]{0,6})\s?(?:до \d+ ?)?(?:${pieces}|$|[),\s])`,
      'u',
    ).exec(title)?.[1] ??
    new RegExp(String.raw`(?:^|[\s(])(\d{1,5})\s?(?:\+|-\s?\d{1,5})?\s?\+?\s?${pieces}`, 'u').exec(title)?.[1] ??
    (isOfPrices ? /(?:^|[\s(])(\d{1,5})\s?\+/u.exec(title)?.[1] : undefined)
  if (from === undefined) return null
  const isNamed = new RegExp(pieces, 'u').test(title)
  if (!isNamed && (!isOfPrices || /см|\dм|\d м|руб|₽|тыс|р\.?$/u.test(title))) return null
  // «Опт от 30 000 руб» is not a quantity.
  if (/от [\d ]+(?:руб|₽|р\.|тыс|т\.)/u.test(title)) return null
  return Number(from.replaceAll(' ', ''))
}

const priceFirst = /^(?:(?:розничн|оптов)\p{L}* )?(?:цен[аыуе]|стоимост\p{L}*|прайс)(?!\p{L})/u

const isPieceOnly = /поштучно|(?:^|[\s(])(?:до \d+|1\s?-\s?\d+) ?(?:шт|экз)|1 ?шт|от 1 (?:шт|экз)/u

const foreign = /€|eur|евро|\$|usd|долл|у\.? ?е\.?(?!\p{L})|byn|бел\. ?руб|тенге|kzt/u

/**
 * The meaning of a title; null if it is not a title that price lists have. `above`: the titles above it in the header.
 */
export function meaningOfTitle(title: string, above = ''): TitleMeaning | null {
  const key = `${above}\n${title}`
  const before = remembered.get(key)
  if (before !== undefined) return before
  const meaning = readTitle(title, above)
  if (remembered.size > 5000) remembered.clear()
  remembered.set(key, meaning)
  return meaning
}

/** A cache: every row is checked for titles, and rows repeat the same words. */
const remembered = new Map<string, TitleMeaning | null>()

function readTitle(title: string, above: string): TitleMeaning | null {
  const own = normalize(title)
  const text = normalize(`${above} ${title}`)
  const isYear = /^20(?:1[5-9]|2\d|3[0-5])(?: ?г(?:од)?\.?)?$/u.test(own)
  if (text === '' || text.length > 120 || (values.test(own) && !isYear)) return null
  const basic = {
    word: null,
    end: null,
    factor: 1,
    currency: foreign.exec(text)?.[0] ?? null,
    size: '',
    isWholesaleQuantity: false,
  } as const
  if (isYear) return { ...basic, field: 'price' }
  const named =
    vocabulary.find(([pattern]) => pattern.test(own))?.[1] ?? vocabulary.find(([pattern]) => pattern.test(text))?.[1]
  // «Цена за растение высотой, см» is a column of prices.
  const isPriced = named?.word !== undefined && !/\d{2,}/.test(own) && priceFirst.test(own)
  const found: Known | undefined = isPriced ? { field: 'price' } : named
  // «выс. 100-120» is not a title.
  if (found?.word && /\d{2,}/.test(own)) {
    const size = sizeIn(title)
    if (size === '') return null
    // «Обхват» above «12-14» says what the range measures.
    return { ...basic, field: 'price', size: /^\d/.test(size) ? `${found.word} ${size}` : size }
  }
  const isAmount = found?.field === 'price' || found?.field === 'price_wholesale' || found?.field === 'stock'
  const isAboutPrice = /цен|стоим|опт|розн|руб|₽|price/u.test(text)
  const factor = isAboutPrice && /тыс/u.test(text) ? 1000 : 1
  const quantity = found === undefined || isAmount ? quantityOf(text, isAboutPrice) : null
  if (quantity !== null && !(found?.field === 'stock' && !isAboutPrice)) {
    const field: ColumnField =
      quantity <= 1 || isPieceOnly.test(text) ? 'price' : quantity <= 1_000_000 ? `price_from:${quantity}` : 'price'
    return { ...basic, field, factor }
  }
  if (found === undefined || isAmount) {
    const size = sizeIn(`${above} ${title}`)
    if (size !== '') return { ...basic, field: found?.field ?? 'price', factor, size }
  }
  if (found === undefined) return null
  const isLength = found.word !== undefined && ['height', 'spread', 'girth', 'stem_height'].includes(found.field ?? '')
  // «Обхват на высоте 1 м, см»: nobody measures girths in metres.
  const unit = isLength && !/(?<!\p{L})см(?!\p{L})/u.test(text) ? unitOf(text, found.field === 'girth') : null
  const end = isLength
    ? /(?:^|[ (,])(?:от|мин\p{L}*|min)\.?\)?$/u.test(text)
      ? 'from'
      : /(?:^|[ (,])(?:до|макс\p{L}*|max)\.?\)?$/u.test(text)
        ? 'to'
        : null
    : null
  return {
    ...basic,
    field: found.field,
    word: found.word === undefined ? null : unit ? `${found.word}, ${unit}:` : found.word,
    end,
    factor: found.field === 'price' || found.field === 'price_wholesale' ? factor : 1,
    isWholesaleQuantity: found.isWholesaleQuantity ?? false,
  }
}

const unitOf = (text: string, isGirth: boolean): 'м' | 'мм' | null =>
  !isGirth && /(?<!\d)(?:[ ,(])(?:м|m|метр\p{L}*)\.?\)?(?:$|[ ,)])/u.test(text)
    ? 'м'
    : /(?:[ ,(])(?:мм|mm)\.?\)?(?:$|[ ,)])/u.test(text)
      ? 'мм'
      : null

/**
 * The factor and currency that remarks above a table state for its prices: «Цены указаны в тыс. руб.», «Цены в евро».
 */
export function moneyOf(remarks: string[]): { factor: number; currency: string | null } {
  const said = remarks.flatMap(
    remark => /(?:цен|прайс|стоимост)\p{L}*[^.;\d]{0,60}/u.exec(normalize(remark))?.[0] ?? [],
  )
  return {
    factor: said.some(text => /(?<!\p{L})тыс/u.test(text)) ? 1000 : 1,
    currency:
      said.map(text => (/(?<!\p{L})руб|₽/u.test(text) ? undefined : foreign.exec(text)?.[0])).find(Boolean) ?? null,
  }
}

/** The size, packing or form in a title that states nothing else: «С5», «Цена за 60-80 см», «ОКС». Otherwise `''`. */
function sizeIn(title: string): string {
  const text = title.replaceAll(priceWords, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text === '' || text.length > 60 || !/\d|ОКС|BR|ком/iu.test(text)) return ''
  const { fields, doubts, rest } = parseNotation(text)
  const isStated =
    Object.values(fields).some(value => value !== null) || doubts.some(({ alternatives }) => alternatives.length > 0)
  return isStated && (rest === '' || rest === text) && !/\p{L}{4,}/u.test(rest) && (rest === '' || /^\d+$/.test(rest))
    ? text
    : ''
}

const categoryWords: [RegExp, string][] = [
  [/хвойн|conifer/u, 'hvoynye'],
  [/плодов|ягодн|фрукт|fruit/u, 'plodovye-i-yagodnye'],
  [/изгород/u, 'zhivye-izgorodi'],
  [/вечнозел|вереск|рододендр/u, 'vechnozelenye-i-vereskovye'],
  [/кустарник|shrub/u, 'listvennye-kustarniki'],
  [/лиственн|дерев|trees/u, 'listvennye-derevya'],
  [/лиан|вьющ|climber/u, 'liany'],
  [/^роз[аы]?(?:\s|$)|^roses?$/u, 'rozy'],
  [/злак|^(?:декоративные )?травы|grass/u, 'zlaki'],
  [/многолет|травянист|папоротник|почвопокровн|perennial/u, 'mnogoletniki'],
]

const categoryText =
  /^(?:[\divx.]+[.)]?\s)?(?:декоративн\p{L}*|хвойн\p{L}*|листвен\p{L}*|листопадн\p{L}*|вечнозел\p{L}*|плодов\p{L}*|ягодн\p{L}*|плодово-ягодн\p{L}*|вересков\p{L}*|красивоцветущ\p{L}*|травянист\p{L}*|почвопокровн\p{L}*|вьющ\p{L}*|садов\p{L}*|деревь?[яе]?\p{L}*|кустарник\p{L}*|кустарничк\p{L}*|лиан\p{L}*|многолетн\p{L}*|многолетник\p{L}*|злак\p{L}*|трав[ыа]|роз[ыа]?|рододендрон\p{L}*|живы[ех]|изгород\p{L}*|культур\p{L}*|пород\p{L}*|растени\p{L}*|крупномер\p{L}*|саженц\p{L}*|фрукт\p{L}*|папоротник\p{L}*|для|и|в|с|зкс|окс|контейнер\p{L}*|trees|shrubs|conifers?|roses|perennials|climbers|grasses|deciduous|evergreen|fruit|and|[&,/:.()-]|\s)+$/u

/** The slug of the category that a section's title or a cell names; null if it names none. */
export function categoryIn(text: string): string | null {
  const title = normalize(text)
  if (!categoryText.test(title)) return null
  return categoryWords.find(([pattern]) => pattern.test(title))?.[1] ?? null
}
