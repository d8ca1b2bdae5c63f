import type { Understood } from '#contract/offer-search.ts'

export interface NamedCategory {
  slug: string
  name: string
}

interface Phrases {
  /** The filters that the phrases set, by name. */
  filters: Understood['filters']
  /** The text without the phrases. */
  text: string
}

type Filters = Understood['filters']

const number = String.raw`(\d{1,3}(?:[ \u00a0]\d{3})+|\d{1,8})`
/** `\p{L}` takes ten times as long to compile, and is compiled again whenever it was not used for a while. */
const letter = 'a-zà-öø-ÿа-яё'
const currency = `(?:₽|руб(?:л[${letter}]+|\\.)?|р(?:\\.|(?![${letter}])))`
const before = `(?<![${letter}\\d])`
const after = `(?![${letter}\\d])`
const pattern = (source: string) => new RegExp(before + source, 'iu')
const rubles = (digits: string, thousands?: string) => Number(digits.replace(/\D/g, '')) * (thousands ? 1000 : 1)

const thousand = String.raw`(?:\s*(тыс\.?|т\.(?=\s*р)))?`
const between = pattern(`(?:от\\s*)?${number}\\s*(?:до|[-–—])\\s*${number}${thousand}\\s*${currency}${after}`)
/** «дешевле 500», where the word marks a price, and «до 500 ₽», where the currency does. */
const bound = (words: string, preposition: string) =>
  pattern(
    `(?:(?:${words})\\s+${number}${thousand}(?:\\s*${currency})?|${preposition}\\s*${number}${thousand}\\s*${currency})${after}`,
  )
const boundOf = ([, bare, bareThousands, priced = '', thousands]: RegExpExecArray) =>
  bare === undefined ? rubles(priced, thousands) : rubles(bare, bareThousands)
const upTo = bound('дешевле|не\\s+дороже|не\\s+более', 'до')
const from = bound('дороже|не\\s+дешевле', 'от')
/** «зона 4», «4 зоны», «USDA 4b». A half zone counts as the whole zone that it belongs to. */
const zone = pattern(
  `(?:(?:(?:usda[-\\s]*)?зон[аыеу]\\s*(?:зимостойкости\\s*)?|usda\\s*)([1-9])[abав]?|([1-9])[abав]?(?:-?[яй])?\\s*зон[аыеу](?:\\s+зимостойкости)?)${after}`,
)
const inStock = pattern(`(?<!нет\\s)в\\s+наличии${after}`)
const onOrder = pattern(`под\\s+заказ${after}`)

const months = [
  'январ',
  'феврал',
  'март',
  'апрел',
  'ма[йея]',
  'июн',
  'июл',
  'август',
  'сентябр',
  'октябр',
  'ноябр',
  'декабр',
]
const flowering = months.map(month =>
  pattern(`цвет(?:[уеё]т|ущ[${letter}]+|ени[${letter}]+|[её]ние)\\s+(?:в\\s+|с\\s+)?${month}[${letter}]{0,2}${after}`),
)

const widestPrices = 100

/** Phrases that set filters. If several set the same filter, the first one in this list that occurs counts. */
const phrases: readonly { pattern: RegExp; filters: (found: RegExpExecArray) => Filters }[] = [
  {
    pattern: between,
    filters: ([, low = '', high = '', thousands]): Filters => {
      const [least, most] = [rubles(low, thousands), rubles(high, thousands)]
      // «18-20 500 р.» is a girth followed by a price.
      return least <= most && most <= widestPrices * least ? { price_from: least, price_to: most } : {}
    },
  },
  { pattern: upTo, filters: found => ({ price_to: boundOf(found) }) },
  { pattern: from, filters: found => ({ price_from: boundOf(found) }) },
  { pattern: zone, filters: ([, behind, ahead]) => ({ zone: Number(behind ?? ahead) }) },
  { pattern: inStock, filters: () => ({ stock: 'in_stock' }) },
  { pattern: onOrder, filters: () => ({ stock: 'on_order' }) },
  ...flowering.map((pattern, index) => ({ pattern, filters: () => ({ flowering_month: index + 1 }) })),
]

/** Words that do not distinguish one category from another. */
const general = new Set(['растения', 'декоративные', 'для'])
const fold = (word: string) => word.toLowerCase().replaceAll('ё', 'е')
const stemOf = (word: string) => fold(word).replace(/(?:ья|[ыи]е|[ыи]х|ей|[аеиоуыюя])$/u, '')
const longestEnding = 3

/** Either part of «Вечнозелёные и вересковые» names the category. */
const patternsIn = (name: string): RegExp[] =>
  name.split(/\s+и\s+/u).flatMap(one => {
    const words = one.split(/\s+/u).filter(word => !general.has(fold(word)))
    const stems = words.map(word => stemOf(word).replaceAll('е', '[её]'))
    if (stems.some(stem => stem.length < 3)) return []
    const pattern = stems.map(stem => `${stem}[${letter}]{0,${longestEnding}}`).join('\\s+')
    return new RegExp(
      `${before}(?:(?:декоративн[${letter}]+|для)\\s+)?${pattern}(?:\\s+растени[${letter}]+)?${after}`,
      'iu',
    )
  })

const compiled = new WeakMap<NamedCategory, RegExp[]>()

/** Compiled once per category object; categories are cached until one of them changes. */
function patternsOf(category: NamedCategory): RegExp[] {
  const known = compiled.get(category)
  if (known) return known
  const patterns = patternsIn(category.name)
  compiled.set(category, patterns)
  return patterns
}

/**
 * The category that a search names, with the words that name it. Words that name a plant («роза») do not name a
 * category.
 */
function nameCategory(
  text: string,
  categories: readonly NamedCategory[],
  isOfPlants: (word: string) => boolean,
): { category: NamedCategory; said: string } | null {
  for (const category of categories) {
    for (const pattern of patternsOf(category)) {
      const [said] = pattern.exec(text) ?? []
      if (said && !said.split(/\s+/u).every(isOfPlants)) return { category, said }
    }
  }
  return null
}

/**
 * Takes the phrases for category, price («до 1 000 ₽», «дешевле 500»), zone, stock and month of flowering out of a
 * search and returns them as filters. Otherwise the search would look for them in names. Filters named in `ignored`
 * stay in the text.
 */
export function takePhrases(
  text: string,
  {
    categories,
    isOfPlants,
    ignored,
  }: { categories: readonly NamedCategory[]; isOfPlants: (word: string) => boolean; ignored: readonly string[] },
): Phrases {
  const filters: Filters = {}
  let left = text
  for (const { pattern, filters: filtersOf } of phrases) {
    const found = pattern.exec(left)
    if (!found) continue
    const said = filtersOf(found)
    const names = Object.keys(said)
    if (names.length === 0 || names.some(name => name in filters || ignored.includes(name))) continue
    Object.assign(filters, said)
    left = left.replace(found[0], ' ')
  }
  const named = ignored.includes('category') ? null : nameCategory(left, categories, isOfPlants)
  if (!named) return { filters, text: left }
  return { filters: { ...filters, category: named.category.slug }, text: left.replace(named.said, ' ') }
}
