import type { ColumnField } from '#contract/price-lists.ts'
import { foreignMoney } from '#server/reading/lines/amounts-in-text.ts'
import { parseNotation } from '#server/reading/sizes/parse-notation.ts'
import { knownWords, longestTitle, withWholeWords } from './title-words.ts'

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
  /** What a column without a field is for; null if its title says nothing of it. */
  role: Role | null
  /** For how many plants a price is; null: for one, as far as the title says. */
  per: PriceUnit | null
}

/**
 * What a column is for that is none of a catalogue's: row numbers; the unit that is counted; the buyer's order and its
 * sum; how many are in a pack; what may be said of a plant beside its size and price, which stays a remark; and what a
 * nursery pays, receives and has sold, which is nobody else's business.
 */
export type Role = 'number' | 'unit' | 'order' | 'pack' | 'remark' | 'internal'

/** For how much a price is, as options of a question say it. `pack`: for a pack of unknown content. */
export type PriceUnit = 'each' | 'ten' | 'hundred' | 'thousand' | `pack:${number}` | 'running_metre' | 'pack'

const nameFields = new Set<string>(['name', 'latin_name', 'genus', 'species', 'cultivar'])

/** Whether a column of this field names a plant, or a part of its name. */
export const isNameField = (field: string | null): boolean => field !== null && nameFields.has(field)

/** The meaning of a column about which nothing is known. */
export const noMeaning: TitleMeaning = {
  field: null,
  word: null,
  end: null,
  factor: 1,
  currency: null,
  size: '',
  isWholesaleQuantity: false,
  role: null,
  per: null,
}

/** Unifies the spelling: lower case, one kind of dash, no line breaks. */
export const normalize = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[\s_*]+/g, ' ')
    .replaceAll(/(?<=[a-zа-яё])- (?=[a-zа-яё])/gu, '')
    .replace(/(?<=\p{L}|\p{L}\)) ?:$/u, '')
    .trim()

/** A title in one spelling, with the words in full that are written with their beginning and end only. */
export const asTitle = (text: string) =>
  withWholeWords(
    normalize(text)
      .replace(/^(?:свойство|параметр|характеристика): ?(?=\p{L})/u, '')
      // «Биіктігі, м / Высота, м»: the same in Kazakh.
      .replace(/^[^/]{0,60}[әғқңөұүһі][^/]{0,60}\/ ?(?=\p{L})/u, ''),
  )

/** What a title says: a field or what else the column is for, and the word to put before its numbers. */
export type Known = { field: ColumnField | null; word?: string; isWholesaleQuantity?: true; role?: Role }

const roles = {
  number: { field: null, role: 'number' },
  unit: { field: null, role: 'unit' },
  order: { field: null, role: 'order' },
  pack: { field: null, role: 'pack' },
  remark: { field: null, role: 'remark' },
  internal: { field: null, role: 'internal' },
} as const satisfies Record<Role, Known>

/** Of accounting programs: the sizes of a plant stand below its name, in the same column. */
const namesAndSizes = /номенклатур[а-яё]*[ ,/и]{1,4}характеристик/u

export const holdsNamesAndSizes = (title: string): boolean => namesAndSizes.test(title.toLowerCase())

/** The first match counts. Longer and more specific patterns come before shorter ones. */
export const vocabulary: [RegExp, Known][] = [
  [/^(?:№|#|n|no|nr|номер)?\s?(?:п\s?[/.\\]?\s?п|п\.\s?п)\.?$|^(?:№|#|n|no\.?|nr\.?|номер|№ строки)$/u, roles.number],
  [/^(?:ед\.?|единиц[а-яё]*)(?:\s?изм[а-яё]*\.?)?$|^ед\.? ?изм|^изм\.?$|^е\.? ?и\.?$|^unit$/u, roles.unit],
  [/^было$/u, roles.remark],
  [/^(?:стало|поч[её]м)$/u, { field: 'price' }],
  [/^бирка$/u, { field: 'sku' }],
  [/^статус$/u, { field: 'stock' }],
  [/^по[- ]?русски$/u, { field: 'name' }],
  [/^по[- ]?лат(?:ыни|ински)$/u, { field: 'latin_name' }],
  [/^(?:валюта(?: склада)?|currency|waluta|währung)$/u, roles.unit],
  [/^id товара$|^product id$/u, roles.internal],
  [/^размещение на сайте$/u, roles.remark],
  [/^published$|^compare[_ ]at[_ ]price$/u, roles.internal],
  // «нед.»: in which week it is ready; of bulbs, how far around they are.
  [/^нед(?:\.|ел[а-яё]*)?$|^разбор$/u, roles.remark],
  [
    /фото|картинк|изображ|ссылк|сайт|штрих|barcode|ean|производител|поставщик|страна|^поле(?:$|[ №])|^ряд(?:$|[ №])|грядк/u,
    roles.remark,
  ],
  [
    /^(?:ваш )?заказ(?:,? шт\.?)?$|кол[а-яё]*[- ]?(?:во)? (?:для )?заказа|к заказу|^заказать|сумма|итого|^всего/u,
    roles.order,
  ],
  [
    /опт[а-яё]*\.? парт|мин[а-яё]*\.? (?:опт|парт)|^опт[а-яё]*,? от,? ?(?:шт\.?)?$|^партия(?! (?:от|свыше|более) ?\d)/u,
    { field: null, isWholesaleQuantity: true },
  ],
  // The least that one may order is no price from a quantity.
  [/мин[а-яё]*\.? (?:заказ|кол|объ?ем|отгруз)/u, roles.pack],
  [
    /кратн|в упак|в кассет|в ящик|в поддон|шт\.? в (?:упак|уп\.|кассет|ящик|поддон|пач|короб|связк)|упаковк[а-яё]*,? шт|норма|^фасовк|шт\.? ?(?:на|в) ?1? ?(?:п\.? ?м|м2|м²|кв)|в (?:лотке|ящике)|на (?:сс-)?тележк|шт\.? ?\/ ?(?:[сc][сc]|тележ|лоток|поддон)/u,
    roles.pack,
  ],
  [
    /^(?:вес|масса)(?![а-яё])(?: ?(?:брутто|нетто|растения|1 ?шт\.?|шт\.?|с комом))?(?:,? ?\(?кг\.?\)?)?$/u,
    { field: 'weight' },
  ],
  [
    /вес(?![а-яё])|масса|^год(?: \p{L}+)?$|(?<!\p{L})возраст|^подвой|^зона|usda|морозост|зимост|^цвет|(?:[øo⌀]|диам\p{L}*\.?|размер) ?(?:цвет|соцвет)|окраск|цветен|^срок (?:цв|созр)/u,
    roles.remark,
  ],
  [/наценк|закуп|себест|(?<!дата )приход|расход|начальн\p{L}* остат|^.*(?<!\p{L})uid$/u, roles.internal],
  [
    /скидк[аи],? ?%|^%|ндс,? ?%|^ндс$|в пути|с посадкой|стар\p{L}* цен|цен\p{L}* стар|^old[ _-]?price|^price[ _-]?old|прошл|дата изм/u,
    roles.remark,
  ],
  // «О растении», «О сорте»
  [/^об? \p{L}{3,}$/u, { field: 'note' }],
  [/^(?:url|link|href)$/u, roles.remark],
  // Other columns of German lists.
  [/^vpe$/u, roles.pack],
  [/^bestellmenge/u, roles.order],
  [/^ean$|^bild$|^pos\.?$/u, roles.remark],
  // Of schedules: references to the plan, and parts of the work.
  [
    /^поз\.?$|^обознач|^ref\.?$|^(?:этап|участок|очередь) ?(?:№ ?)?\d*$|^(?:\d+|[ivx]+)(?:-?[a-zа-яё]{1,2})? (?:этап|участок|очередь)$/u,
    roles.remark,
  ],
  [/резерв|бронь|снято|созреван|плодонош|урожа|срок[а-яё]* (?:посадки|хранения|годности)/u, roles.remark],

  [
    /артик|^art(?:ikel)?\.?[- ]?(?:nr|no|num)|^арт\.?$|^код(?: товара)?$|^sku$|^code$|^article|^item (?:no|code)|номенклатурн[а-яё]* (?:номер|код)|^id$|^код(?![а-яё])/u,
    { field: 'sku' },
  ],
  [/(?:рус[а-яё]*).*(?:лат[а-яё]*)|(?:лат[а-яё]*).*(?:рус[а-яё]*)/u, { field: 'name' }],
  [/латин|латын|^лат\.?$|^lat\.?$|latin|botani[ck]|botanisch|ботанич|научн/u, { field: 'latin_name' }],
  [/^nazwa (?:polska|zwyczajowa)|^deutscher name|^nederlandse naam|^common name/u, { field: 'name' }],
  [/^род(?: растения)?$|^genus$/u, { field: 'genus' }],
  [/^вид(?: растения)?$|^species$/u, { field: 'species' }],
  [
    /^сорт(?:а|ность)?(?:\s?[/,(].*)?$|^cultivar|^variety|сорт[а-яё]* назв|назв[а-яё]* сорта|^сорт /u,
    { field: 'cultivar' },
  ],

  // The size of the grown plant, which is not what is offered.
  [
    /(?:высот|выс\.|ширин|диам|размер|рост(?![а-яё])).*(?:взр(?:осл|\.)|зрел(?:ого|ом)|(?:через|в|к) \d+(?:-\d+)? (?:год|лет))|взросл[а-яё]*\.? (?:высот|ширин|диам|размер|рост|растени|куст|дерев)|вырастает|предельн[а-яё]* (?:высот|ширин|размер)/u,
    roles.remark,
  ],
  // «Обхват / высота»: each row says which it is.
  [
    /(?:обхв|высот|выс|рост|ширин|шир|диам)[а-яё]*\.?(?: ствола| кроны| растения)?,?(?: ?\(?см\)?)?\s?(?:\/|,|и|или|x|х|×)\s?(?:обхв|высот|выс\.|рост(?![а-яё])|ширин|шир\.|диам|крон)/u,
    { field: 'size' },
  ],
  [
    /категори|рубрик|раздел|секци|^групп|group|category|^тип(?: растени[а-яё]*| культур[а-яё]*)?$|жизненн|^отдел/u,
    { field: 'category' },
  ],
  [
    /(?:выс[а-яё]*\.?|h|н|длин[а-яё]*|высоте) (?:штамба|ствола|прививки|шт(?:\.|$)|до (?:кроны|прививки|ветвей))|^(?:штамб|ствол)(?:(?![а-яё])|,|$)|штамб,|прививк|^pa$|^sta?$|^штамб[а-яё]* ?\(?см/u,
    { field: 'stem_height', word: 'выс. штамба' },
  ],
  [
    /диам[а-яё]*\.? ?(?:кома|корневого)|[øo⌀d] ?кома|размер[а-яё]* кома|^кома?[ ,.]+(?:диам|разм|р-р|[dø⌀])|^ком(?:,? ?(?:\(?см\)?)?)?$|^ком,|земл[а-яё]* ком|^кома? (?:земл|с землей)/u,
    { field: 'root_size', word: 'ком' },
  ],
  [/диам[а-яё]*\.? (?:ствола|шейки)|толщ/u, { field: 'size', word: 'диаметр ствола' }],
  [/диам[а-яё]*\.? (?:горш|контейн)/u, { field: 'root_size', word: 'горшок' }],
  [
    /обхват|обхв|окружн|^об\.?(?:,? ?\(?см\)?\.?)?$|stammumf|^stu(?![a-z])|girth|об\. ств/u,
    { field: 'girth', word: 'обхват' },
  ],
  [
    /ширин|^шир\.?|диам[а-яё]*\.? ?(?:кроны)?$|диам[а-яё]*\.?,|крон[а-яё]*,|крон[аы]$|^крон[аы] ?[øo⌀d]|размах|spread|width|[øo⌀] ?кроны/u,
    { field: 'spread', word: 'ширина' },
  ],
  [/высот|^выс\.?(?:$|[ ,(])|рост(?:$|[ ,(])|^h\.?(?:$|[ ,(])|height|^длина/u, { field: 'height', word: 'высота' }],
  [/стволов|^(?:шт\.? ?\/ ?)?ств\.?$/u, { field: 'size', word: 'стволов' }],
  [/пересад|школ|пересаж|transplant|verschul/u, { field: 'transplants', word: 'пересадок' }],
  [/объ?ем[^,]{0,20},? ?\(?(?:тыс\.? ?)?шт/u, { field: 'stock' }],
  [
    /(?:объ?ем|литраж|об\.) ?(?:контейнера|горшка|тары|кома)?(?:,? ?\(?(?:л|литр[а-яё]*)\)?\.?)?$|контейнер[а-яё]*,? ?\(?(?:л|литр[а-яё]*)\)?\.?$|^л(?:итр[а-яё]*)?\.?$|^lit(?:er|re)s?$|^ltrs?\.?$|^c,? ?л$/u,
    { field: 'root_size', word: 'контейнер' },
  ],
  [/горш[а-яё]*,? ?\(?(?:см|p|р)\)?|^p,? ?см$/u, { field: 'root_size', word: 'горшок' }],
  [/^(?:вид |тип |форма )?(?:контейнер|конт\.?|container)[a-zа-яё]*\.?$/u, { field: 'root', word: 'контейнер' }],
  [/^(?:горшок|pot)$/u, { field: 'root', word: 'горшок' }],
  [
    /контейнер|упаков|contenitor|vaso|корнев|корни|^корень|^окс|^зкс|^ркс|^к\.?с\.?$|тара|горшок|горшк|packing|container|root|^ком|кома|посадочн[а-яё]* место/u,
    { field: 'root' },
  ],
  [/формиров|^форма(?: [a-zа-яё]+)?$|^form$|тип кроны|форма кроны|стрижка|^тип формы/u, { field: 'form' }],

  [
    /остат|(?<!\p{L})ост\.|запас|налич|склад|свободн|доступн|stock|qty|quantity|^dostępn|^наявн|^stan(?:y| magazynow\p{L}*)?$|^lager(?:bestand)?$|^bestand$|^menge$|^anzahl$|^st(?:ü|ue)ck(?:zahl)?$|^available$|^disp(?:onibil\p{L}*)?\.?$|^кол[- ]?-?\.? ?(?:-? ?во)?(?:,? ?\(?(?:шт|экз)?\.?\)?)?$|количеств|^шт\.?(?:ук)?$|^кол\.?,? ?шт|^к-?во(?:,? ?шт\.?)?$|^сколько|^к отгрузке|^(?:осталось|на (?:поле|площадке)(?:,? шт\.?)?)$/u,
    { field: 'stock' },
  ],
  [/розн|^рц$|^базов|retail|detal/u, { field: 'price' }],
  [
    /опт|цен\p{L}* от (?:тележк|поддон|паллет|палет|лотк|ящик)|озеленител|^-? ?\d{1,2} ?%$|wholesale|(?<!\p{L})hurt|^trade(?: price)?$|дилер|партнер|^оц$|b2b/u,
    { field: 'price_wholesale' },
  ],
  [/цен[аыуе]|прайс|стоимост|price|preis|руб\.?|₽|^р\.?$|тыс\.? ?р/u, { field: 'price' }],
  [foreignMoney, { field: 'price' }],
  [/(?<!\p{L})за (?:1 )?(?:шт|ед|экз|растен|саж)/u, { field: 'price' }],
  [/дата|поступлен|ожида|готовност|появлен|когда|available|срок/u, { field: 'available_from' }],
  [
    /примеч|коммент|описан|note|remark|дополн|информ|особенн|характеристик[а-яё]* сорта|пометк|заметк/u,
    { field: 'note' },
  ],
  [namesAndSizes, { field: 'name' }],
  [
    /размер|параметр|габарит|size|^qualität|^gr(?:ö|oe)(?:ß|ss)e|^sortierung|фракци|калибр|стандарт|характеристик|сортамент|кондици/u,
    { field: 'size' },
  ],
  [
    /наимен|назван|растени|ассортимент|номенклатур|товар|пород|культур|продукц|позици|посадочн[а-яё]* матер|саженц|^name|(?<!trans)plant|^имя|^что/u,
    { field: 'name' },
  ],
]

/** Words of a price column's title that are removed before its size is read. */
const priceWords =
  /цен[аыуе]\S*|стоимост\S*|розн\S*|опт\S*|прайс|руб\S*|₽|(?<![а-яё])р\.|тыс\S*|за (?:1 )?(?:шт|экз|ед)\S*|(?<![а-яё])шт\.?(?![а-яё])|(?<![а-яё])(?:19|20)\d\d(?!\d)(?:\s?г\S*)?|остат\S*|налич\S*|кол-?во|количество|price|с ндс|без ндс|размер\S*|контейнер[а-яё]*(?! ?\d)|высот[а-яё]*,? ?(?:см|м)?(?! ?\d)|упаковк[а-яё]*|тара|корнев[а-яё]* систем[а-яё]*|[():]|(?<!\d)\/|\/(?!\d)|\d{1,2}\.\d{1,2}\.\d{2,4}/giu

/** Words of price and stock that occur in cells and not in titles. */
const values =
  /^(?:под заказ|нет в наличии|по запросу|цена по запросу|договорная|цена договорная|ожидается|нет|есть|да|распродажа)$|^\d[\d\s.,'’]*(?:₽|р\.?|руб\.?|шт\.?)?$/iu

/** «от 10 шт», «10+ шт», «10-49 шт», «опт от 50»: the minimum quantity for a price. */
function quantityOf(title: string, isOfPrices: boolean): number | null {
  const pieces = '(?:шт|экз|раст|саж|ед|pcs|pc|stück|stk|st\\.|szt)'
  const from =
    new RegExp(
      String.raw`(?:(?<![а-яёa-z])(?:от|свыше|более|from|ab|bij|od|przy)|>|≥)\s?(\d[\d ]{0,6})\s?(?:до \d+ ?)?(?:${pieces}|$|[),\s])`,
      'u',
    ).exec(title)?.[1] ??
    /^(\d{1,5}) (?:и|или) (?:более|больше|выше|свыше)(?!\p{L})/u.exec(title)?.[1] ??
    new RegExp(String.raw`(?:^|[\s(])(\d{1,5})\s?(?:\+|-\s?\d{1,5})?\s?\+?\s?${pieces}`, 'u').exec(title)?.[1] ??
    (isOfPrices ? /(?:^|[\s(])(\d{1,5})\s?\+/u.exec(title)?.[1] : undefined)
  if (from === undefined) return null
  const isNamed = new RegExp(pieces, 'u').test(title) || / (?:и|или) (?:более|больше|выше|свыше)/u.test(title)
  if (!isNamed && (!isOfPrices || /см|\dм|\d м|руб|₽|тыс|р\.?$/u.test(title))) return null
  // «Опт от 30 000 руб» is not a quantity.
  if (/от [\d ]+(?:руб|₽|р\.|тыс|т\.)/u.test(title)) return null
  return Number(from.replaceAll(' ', ''))
}

/** «от 100 растений» names no plant. */
const isQuantityAlone = /^(?:от|свыше|более|from|ab|od|>|≥) ?\d[\d ]{0,6} ?(?:раст|саж|дерев|куст)[а-яё]*\.?$/u

const priceFirst = /^(?:(?:розничн|оптов)[а-яё]* )?(?:цен[аыуе]|стоимост[а-яё]*|прайс)(?![а-яё])/u

const counted = String.raw`(?:шт|экз|раст|саж)`
const perUnits: [RegExp, PriceUnit][] = [
  [
    new RegExp(
      String.raw`(?:за|\/|\sна)\s?(?:1\s?)?(?:тыс(?![а-яё]*\.? ?р)|1\s?000\s?(?:шт|экз))|тыс[а-яё]*\.?\s?(?:${counted}|сеян)|(?:цен[аыу]|стоимость) (?:1 )?тысячи`,
      'u',
    ),
    'thousand',
  ],
  [new RegExp(String.raw`(?:за|\/|цен\p{L}*|стоим\p{L}*)\s?(?:1\s)?(?:сотн|100\s?${counted})`, 'u'), 'hundred'],
  [
    new RegExp(
      String.raw`(?:за|\/|цен\p{L}*|стоим\p{L}*)\s?(?:1\s)?(?:десят|10\s?${counted})|^десят[а-яё]*(?:,|$)`,
      'u',
    ),
    'ten',
  ],
  [/пог(?:он)?[а-яё]*\.? ?м|(?<!\p{L})(?:п\. ?м|м\. ?п)(?!\p{L})/u, 'running_metre'],
]
const pack = /(?<!\p{L})(?:упак|уп(?:\.|(?!\p{L}))|пач|пуч|набор|комплект|лот(?!\p{L})|pack|кассет|палет|ящик|короб)/u

/** «Цена за уп.»: whether a title says that something is for a pack. */
export const namesPack = (title: string): boolean => pack.test(normalize(title))

/** «за 1 шт.», «за растение»: what a price is for if it is for one. */
const single =
  /^(?:1|одн\p{L}*|шт\p{L}*|ед\p{L}*|экз\p{L}*|раст\p{L}*|саж\p{L}*|куст\p{L}*|дерев\p{L}*|позици\p{L}*|piece|pc|pcs|stk|stück|szt|sztuk\p{L}*|plant|м|см|л|сезон\p{L}*|год\p{L}*|опт\p{L}*|налич\p{L}*|безнал\p{L}*|весн\p{L}*|осен\p{L}*|контейнер\p{L}*|размер\p{L}*|высот\p{L}*|\d+)$/u

/** «за флакон», «1 флакон»: nobody here knows for how many plants that is. */
const isForUnknown = (text: string) => {
  const found = /(?:(?<!\p{L})за\s(?:один |одну |1 )?|(?<![\d.,])1\s)([\p{L}\d]+)/u.exec(text)?.[1]
  return found !== undefined && !single.test(found)
}

/** For how much the prices below a title are, if it says so: «за тыс. шт.», «за упак. (10 шт.)». */
function unitOfPrice(text: string): PriceUnit | null {
  if (!/цен|стоим|руб|₽|price|preis|(?<!\p{L})р\.|за |\/|опт|розн/u.test(text)) return null
  const found = perUnits.find(([pattern]) => pattern.test(text))?.[1]
  if (found) return found
  if (!pack.test(text)) return isForUnknown(text) ? 'pack' : null
  const count = new RegExp(String.raw`(?<![\d,.])(\d{1,4})\s?${counted}`, 'u').exec(text)?.[1]
  return count === undefined || Number(count) < 2 ? 'pack' : `pack:${Number(count)}`
}

const isPieceOnly = /поштучно|(?:^|[\s(])(?:до \d+|1\s?-\s?\d+) ?(?:шт|экз)|1 ?шт|от 1 (?:шт|экз)/u

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

/**
 * All that a title may mean, the likeliest first: the cells below decide. A title in words that price lists do not use
 * as titles, or in words cut short, has such meanings only.
 */
export function possibleMeanings(title: string, above = ''): TitleMeaning[] {
  const own = asTitle(title)
  const text = asTitle(`${above} ${title}`)
  if (text === '' || text.length > longestTitle || values.test(own)) return []
  const found = [
    ...vocabulary.filter(([pattern]) => pattern.test(own)).map(([, known]) => known),
    ...knownWords(own).known,
    ...(above === '' ? [] : knownWords(text).known),
  ]
  const first = meaningOfTitle(title, above)
  if (first && namesAndSizes.test(own)) return [first]
  const meanings = [...(first ? [first] : []), ...found.map(known => describe(known, text))]
  return meanings.filter(
    ({ field, role, word }, at) =>
      meanings.findIndex(one => one.field === field && one.role === role && one.word === word) === at,
  )
}

/** Whether every word of a title is one that titles have, in whatever language and however cut short. */
export function isInTitleWords(title: string): boolean {
  if (title.length > 60 || /\d/.test(title)) return false
  const before = titleWords.get(title)
  if (before !== undefined) return before
  const text = asTitle(title)
  const isKnown = !values.test(text) && knownWords(text).isWhole
  if (titleWords.size > 5000) titleWords.clear()
  titleWords.set(title, isKnown)
  return isKnown
}

/** A cache: every row is checked for titles, and rows repeat the same words. */
const titleWords = new Map<string, boolean>()

function basicOf(text: string) {
  return {
    word: null,
    end: null,
    factor: 1,
    currency: foreignMoney.exec(text)?.[0] ?? null,
    size: '',
    isWholesaleQuantity: false,
    role: null,
    per: unitOfPrice(text),
  } as const
}

/** «Опт» below «Цена за 1 шт.» is a price of its own. */
const isAmountAlone = (own: string) => aboutPrice.test(own) && !/\d/.test(own)

const isOfAmount = ({ field }: Known) => field === 'price' || field === 'price_wholesale' || field === 'stock'
const aboutPrice = /цен|стоим|опт|розн|руб|₽|price|preis|(?:заказ|парти|объем)[а-яё]* от|from \d/u

/** «тыс. руб.» is what the numbers are, «за тыс. шт.» what they are for. */
function factorOf(found: Known | undefined, text: string, per: PriceUnit | null): number {
  if (!/тыс|(?<!\p{L})т\.? ?р(?:уб|\.|$)/u.test(text)) return 1
  return (aboutPrice.test(text) ? per === null : found?.field === 'stock') ? 1000 : 1
}

/** What a title says that consists of known words alone, all of which say the same. */
function wholly(title: string): Known | undefined {
  if (/\d/.test(title)) return undefined
  const { known, isWhole } = knownWords(title)
  return isWhole && new Set(known.map(({ field, role }) => field ?? role)).size === 1 ? known[0] : undefined
}

/** «от 10 тыс. руб.», «при заказе до 50 000 ₽»: the sum of an order for which a price holds, and nothing of the price. */
const orderSum =
  /(?:при )?(?:(?:заказ|сумм|покупк|закупк)[а-яё]{0,3} )?(от|свыше|более|до|>|≥|\d{1,6}\s?[\p{Pd}−])\s?\d[\d ]{0,12}(?:[.,]\d{1,2})?\s?(?:тыс[а-яё]{0,3}\.?|т\.|млн\.?)?\s?(?:руб[а-яё]{0,3}\.?|₽|р\.?)(?!\p{L})/iu

/** A title without the sum of an order that it names. */
export const withoutOrderSum = (title: string): string =>
  title.length > longestTitle ? title : title.replace(orderSum, ' ').replaceAll(/\(\s?\)/gu, ' ')

function readTitle(title: string, above: string): TitleMeaning | null {
  const own = withoutOrderSum(title)
  const meaning = readBareTitle(own, withoutOrderSum(above))
  if (own === title) return meaning
  // Of a title that names nothing but the sum only the price is left that it brings.
  const { field } = meaning ?? { field: 'price' }
  const isRetail = /до/iu.test(orderSum.exec(title)?.[1] ?? '')
  return field === 'price' ? { ...noMeaning, ...meaning, field: isRetail ? 'price' : 'price_wholesale' } : meaning
}

function readBareTitle(title: string, above: string): TitleMeaning | null {
  const own = asTitle(title)
  const text = asTitle(`${above} ${title}`)
  const isYear = /^20(?:1[5-9]|2\d|3[0-5])(?: ?г(?:од)?\.?)?$/u.test(own)
  if (text === '' || text.length > longestTitle || (values.test(own) && !isYear)) return null
  const basic = basicOf(text)
  // «500+» beside prices: the price from so many.
  const [, many] = /^(\d{2,5}) ?\+$/u.exec(own) ?? []
  if (many !== undefined) return { ...basic, field: `price_from:${Number(many)}` }
  if (isYear) return { ...basic, field: 'price' }
  const named =
    vocabulary.find(([pattern]) => pattern.test(own))?.[1] ??
    // «Breite» below «Parameter»: a title in another language is one too.
    (above === '' ? undefined : wholly(own)) ??
    vocabulary.find(([pattern]) => pattern.test(text))?.[1]
  // «D» below «Высота и крона, м»
  if (/^[dдø⌀]$/u.test(own) && /крон|ширин/u.test(text)) return describe({ field: 'spread', word: 'ширина' }, text)
  // «Цена за растение высотой, см» is a column of prices.
  const isPriced =
    named !== undefined &&
    priceFirst.test(own) &&
    (basic.per !== null || (named.word !== undefined && !/\d{2,}/.test(own)))
  const found: Known | undefined = isPriced ? { field: 'price' } : isQuantityAlone.test(own) ? undefined : named
  // «С 7,5» below «Контейнер» is the size of a column of prices.
  if (above !== '' && (found?.field === 'root' || found?.field === 'root_size' || found?.field === 'size')) {
    const size = sizeIn(title)
    if (size !== '') return { ...basic, field: 'price', size }
  }
  // «выс. 100-120» is not a title.
  if (found?.word && /\d{2,}|\d\s?(?:л|l)(?!\p{L})/u.test(own)) {
    const size = sizeIn(title)
    if (size === '') return null
    // «Обхват» above «12-14» says what the range measures.
    return { ...basic, field: 'price', size: /^\d/.test(size) ? `${found.word} ${size}` : size }
  }
  const isAmount = found !== undefined && isOfAmount(found)
  const isAboutPrice = aboutPrice.test(text)
  const factor = factorOf(found, text, basic.per)
  const quantity =
    (found === undefined || isAmount) && basic.per === null
      ? (quantityOf(own, aboutPrice.test(own) || aboutPrice.test(asTitle(above))) ??
        (isAmountAlone(own) || sizeIn(title) !== '' ? null : quantityOf(text, isAboutPrice)))
      : null
  if (quantity !== null && !(found?.field === 'stock' && !isAboutPrice)) {
    const field: ColumnField =
      quantity <= 1 || isPieceOnly.test(own) ? 'price' : quantity <= 1_000_000 ? `price_from:${quantity}` : 'price'
    return { ...basic, field, factor }
  }
  if (found === undefined || isAmount) {
    const size = sizeIn(`${above} ${title}`)
    if (size !== '') return { ...basic, field: found?.field ?? 'price', factor, size }
  }
  return found === undefined ? null : describe(found, text)
}

/** A known meaning with what the title says of unit, end, currency and factor. */
function describe(found: Known, text: string): TitleMeaning {
  const basic = basicOf(text)
  const isAmount = isOfAmount(found)
  const factor = factorOf(found, text, basic.per)
  const isLength = found.word !== undefined && ['height', 'spread', 'girth', 'stem_height'].includes(found.field ?? '')
  // «Обхват на высоте 1 м, см»: nobody measures girths in metres.
  const unit = isLength && !/(?<![а-яё])см(?![а-яё])/u.test(text) ? unitOf(text, found.field === 'girth') : null
  const end = isLength
    ? /(?:^|[ (,])(?:от|мин[а-яё]*|min[a-z]*|from|von|od)\.?(?:,? ?(?:см|м|cm|m))?\)?$|не (?:менее|ниже)|(?:минимальн|миним|мин\.|min\.?|нижн)[а-яё]* (?:высот|ширин|обхват|рост|границ|знач)/u.test(
        text,
      )
      ? 'from'
      : /(?:^|[ (,])(?:до|макс[а-яё]*|max[a-z]*|to|bis|do)\.?(?:,? ?(?:см|м|cm|m))?\)?$|не (?:более|выше)|(?:максимальн|максим|макс\.|max\.?|верхн)[а-яё]* (?:высот|ширин|обхват|рост|границ|знач)/u.test(
            text,
          )
        ? 'to'
        : null
    : null
  return {
    ...basic,
    field: found.field,
    word: found.word === undefined ? null : unit ? `${found.word}, ${unit}:` : found.word,
    end,
    factor: isAmount ? factor : 1,
    isWholesaleQuantity: found.isWholesaleQuantity ?? false,
    role: found.role ?? null,
    per: found.field?.startsWith('price') ? basic.per : null,
  }
}

/** What a title says of a column whose field is known from elsewhere: its unit, end, currency and factor. */
export const meaningAs = (field: ColumnField, word: string | null, title: string): TitleMeaning =>
  describe({ field, ...(word !== null && { word }) }, asTitle(title).slice(0, 120))

const unitOf = (text: string, isGirth: boolean): 'м' | 'мм' | null =>
  !isGirth && /(?<!\d)(?:[ ,(])(?:м|m|метр[а-яё]*)\.?\)?(?:$|[ ,)])/u.test(text)
    ? 'м'
    : /(?:[ ,(])(?:мм|mm)\.?\)?(?:$|[ ,)])/u.test(text)
      ? 'мм'
      : null

/** «курс 1 € = 105 руб.», «по курсу ЦБ»: up to the end of the sentence. */
const rateIn = (remark: string) =>
  /(?<!\p{L})(?:по )?курс(?:[ауе]|ом)?(?!\p{L})(?:(?!\.\s+\p{Lu})[^;\n]){0,60}/iu
    .exec(remark.replaceAll(/\s+/g, ' '))?.[0]
    .match(/^.*(?:\d|ЦБ|банк).*$/iu)?.[0]
    .trim()

/**
 * The currency that a remark names, unless it names rubles too; but in «цены в у.е., оплата в рублях по курсу» these are
 * what is paid, and not what the prices say.
 */
function foreignIn(text: string): string | undefined {
  const found = foreignMoney.exec(text)?.[0]
  if (found === undefined) return undefined
  const [before = '', ...after] = text.split(found)
  const namesRubles = (part: string) => /(?<!\p{L})руб|₽/u.test(part)
  if (namesRubles(before)) return undefined
  return namesRubles(after.join(' ')) && !/курс|оплат|расчет/u.test(text) ? undefined : found
}

/** A currency that a remark names outside of a rate of exchange. */
function namedBesideRate(remark: string): string | undefined {
  const text = remark.replaceAll(/\s+/g, ' ')
  return foreignMoney.exec(text.replace(rateIn(text) ?? '', ' '))?.[0]
}

/** «Оплата по курсу ЦБ: 1 EUR = 100 руб.»: what is paid so is priced in another currency. */
const paidAtRate = (remark: string): string | undefined =>
  /оплат|расч[её]т/iu.test(remark) ? foreignMoney.exec(rateIn(remark) ?? '')?.[0] : undefined

/** «Цены за 1000 шт.», «все цены — за тысячу растений» */
const perThousand =
  /(?:цен|стоимост|прайс)[^.\d]{0,30}(?:1 ?000|1 тыс[а-яё]*\.?|(?<![а-яё])тыс(?:яч[а-яё]*|\.)?) ?(?:шт|растен|саж|сеян|экз)/u
/** «Цены указаны за упаковку (10 шт.)», at the beginning of a sentence: «Земляника: цена за розетку» is about one plant. */
const pricesFor = /(?:^|[.!(*]\s?)(?:все )?(?:цен[аы]|стоимость) [^.;\d]{0,30}(?:за|на) [^;]{1,40}/u

/** For how much the prices of a list are, as a remark says: «Цены за 10 шт.». */
function unitInRemark(remark: string): PriceUnit | null {
  const text = normalize(remark).slice(0, 200)
  if (perThousand.test(text)) return 'thousand'
  const [said] = pricesFor.exec(text) ?? []
  return said === undefined || /скидк|при (?:заказе|покупке)/u.test(text) ? null : unitOfPrice(said)
}

/**
 * The factor and currency that remarks above a table state for its prices: «Цены указаны в тыс. руб.», «Цены в евро».
 * `rate`: their words about a rate of exchange, «курс 1 € = 105 руб.». `named`: a currency that is spoken of in words
 * which do not say of what.
 */
export function moneyOf(remarks: string[]): {
  per: PriceUnit | null
  factor: number
  currency: string | null
  rate: string | null
  named: string | null
} {
  const said = remarks.flatMap(
    remark =>
      /(?<!\p{L})(?:цен|ціни|прайс|стоимост|price|preis|cen[aey]?(?!\p{L}))\p{L}*(?:[^.;\d]|(?<=(?<!\p{L})(?:бел|долл|б|у|е))\.){0,60}/u.exec(
        normalize(remark),
      )?.[0] ?? [],
  )
  const per = remarks.map(unitInRemark).find(Boolean) ?? null
  const rate = remarks.map(rateIn).find(Boolean) ?? null
  return {
    per,
    factor: per !== 'thousand' && said.some(text => /(?<![а-яё])тыс/u.test(text)) ? 1000 : 1,
    currency: said.map(foreignIn).find(Boolean) ?? null,
    named: said.some(text => /руб|₽/u.test(text))
      ? null
      : (remarks.map(namedBesideRate).find(Boolean) ?? remarks.map(paidAtRate).find(Boolean) ?? null),
    rate,
  }
}

/** The size, packing or form in a title that states nothing else: «С5», «Цена за 60-80 см», «ОКС». Otherwise `''`. */
export function sizeIn(title: string): string {
  if (title.length > 2 * longestTitle) return ''
  const text = title
    .replaceAll(priceWords, ' ')
    .replace(foreignMoney, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.:;,]+$/u, '')
  if (text === '' || text.length > 60 || !/\d|ОКС|BR|ком/iu.test(text)) return ''
  const { fields, doubts, rest } = parseNotation(text)
  const isStated =
    Object.values(fields).some(value => value !== null) || doubts.some(({ alternatives }) => alternatives.length > 0)
  // «ОКС класс A»
  const more = rest.replace(/(?:^|\s)класс \p{L}$/iu, '')
  return isStated && (more === '' || (rest === text && /^\d+$/.test(rest))) ? text : ''
}

/** Words of a title before its size: «Отпускная цена за саженец С5». */
const mostBefore = 5
/** What titles say of quantities and money beside a number. */
const ofAmounts = /шт|экз|руб|₽|%|(?<!\p{L})(?:от|до|from|ab)(?!\p{L})|\d{4}/iu

/** The size at the end of a title, whatever stands before it: «Отпуск к/3», «Zuzu 60-80». Otherwise `''`. */
export function sizeBehind(title: string): string {
  const words = title.slice(0, 120).trim().split(/\s+/u)
  for (let at = Math.max(0, words.length - mostBefore); at < words.length; at++) {
    const text = words.slice(at).join(' ')
    if (!/\d/.test(text) || ofAmounts.test(text)) continue
    const { fields, doubts, rest } = parseNotation(text)
    if (rest === '' && doubts.length === 0 && Object.values(fields).some(value => value !== null)) return text
  }
  return ''
}

const categoryWords: [RegExp, string][] = [
  [/хвойн|conifer|nadelgehölz/u, 'hvoynye'],
  [/плодов|ягодн|фрукт|fruit/u, 'plodovye-i-yagodnye'],
  [/изгород/u, 'zhivye-izgorodi'],
  [/вечнозел|вереск|рододендр/u, 'vechnozelenye-i-vereskovye'],
  [/кустарник|shrub|arbust|sträucher/u, 'listvennye-kustarniki'],
  [/лиственн|дерев|trees|alberi|laubbäume/u, 'listvennye-derevya'],
  [/лиан|вьющ|climber|rampicant|kletterpflanz/u, 'liany'],
  [/^роз[аы]?(?:\s|$)|^roses?$/u, 'rozy'],
  [/злак|^(?:декоративные )?травы|grass/u, 'zlaki'],
  [/луковичн|клубнелук|bulbs/u, 'lukovichnye'],
  [/многолет|stauden|травянист|папоротник|почвопокровн|perennial/u, 'mnogoletniki'],
]

const categoryWord =
  /^(?:декоративн[а-яё]*|хвойн[а-яё]*|листвен[а-яё]*|листопадн[а-яё]*|вечнозел[а-яё]*|плодов[а-яё]*|ягодн[а-яё]*|плодово-ягодн[а-яё]*|вересков[а-яё]*|красивоцветущ[а-яё]*|травянист[а-яё]*|почвопокровн[а-яё]*|вьющ[а-яё]*|садов[а-яё]*|деревь?[яе]?[а-яё]*|кустарник[а-яё]*|кустарничк[а-яё]*|лиан[а-яё]*|многолетн[а-яё]*|многолетник[а-яё]*|луковичн[а-яё]*|злак[а-яё]*|трав[ыа]|роз[ыа]?|рододендрон[а-яё]*|живы[ех]|изгород[а-яё]*|культур[а-яё]*|пород[а-яё]*|растени[а-яё]*|крупномер[а-яё]*|саженц[а-яё]*|фрукт[а-яё]*|папоротник[а-яё]*|для|и|в|с|зкс|окс|контейнер[а-яё]*|trees|shrubs|conifer[se]?|alberi|arbusti|rampicanti|nadelgehölze|laubbäume|sträucher|kletterpflanzen|stauden|roses|perennials|climbers|grasses|deciduous|evergreen|fruit|and)$/u
/** «Розы 2026», «Хвойные, осень 2026 г.» */
const season =
  /(?<![\p{L}\d])(?:20[1-3]\d(?:\s?[-/]\s?(?:20)?[1-3]\d)?(?: ?г(?:од[а-яё]*)?)?|весн[аы]|осен[ьи]|лет[оа]|сезон[а-яё]*)(?![\p{L}\d])\.?/gu
const sectionNumber = /^[\divx.]+[.)]?\s/u

/** The slug of the category that a section's title or a cell names; null if it names none. */
export function categoryIn(text: string): string | null {
  const title = asTitle(text)
  const words = title
    .replace(/^(?:раздел|группа|категория)\s?[:.–-]?\s/u, '')
    .replace(sectionNumber, '')
    .replaceAll(season, ' ')
    .split(/[\s&,/:.()-]+/u)
  if (!words.every(word => word === '' || categoryWord.test(word))) return null
  return categoryWords.find(([pattern]) => pattern.test(title))?.[1] ?? null
}
