import type { Understood } from '#contract/offer-search.ts'

export interface NamedCategory {
  slug: string
  name: string
}

interface Phrases {
  /** What they ask for, by the names of the filters. */
  filters: Understood['filters']
  /** The text without them. */
  text: string
}

type Filters = Understood['filters']

const number = String.raw`(\d{1,3}(?:[ \u00a0]\d{3})+|\d{1,8})`
const currency = String.raw`(?:₽|руб(?:л\p{L}+|\.)?|р(?:\.|(?!\p{L})))`
const before = String.raw`(?<![\p{L}\d])`
const after = String.raw`(?![\p{L}\d])`
const pattern = (source: string) => new RegExp(before + source, 'iu')
const rubles = (digits: string, thousands?: string) => Number(digits.replace(/\D/g, '')) * (thousands ? 1000 : 1)

const thousand = String.raw`(?:\s*(тыс\.?|т\.(?=\s*р)))?`
const between = pattern(`(?:от\\s*)?${number}\\s*(?:до|[-–—])\\s*${number}${thousand}\\s*${currency}${after}`)
/** «дешевле 500», where the word says that it is a price, and «до 500 ₽», where the currency does. */
const bound = (words: string, preposition: string) =>
  pattern(
    `(?:(?:${words})\\s+${number}${thousand}(?:\\s*${currency})?|${preposition}\\s*${number}${thousand}\\s*${currency})${after}`,
  )
const boundOf = ([, bare, bareThousands, priced = '', thousands]: RegExpExecArray) =>
  bare === undefined ? rubles(priced, thousands) : rubles(bare, bareThousands)
const upTo = bound('дешевле|не\\s+дороже|не\\s+более', 'до')
const from = bound('дороже|не\\s+дешевле', 'от')
/** «зона 4», «4 зоны», «USDA 4b»: half a zone is the whole one that it is part of. */
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
  pattern(`цвет(?:[уеё]т|ущ\\p{L}+|ени\\p{L}+|[её]ние)\\s+(?:в\\s+|с\\s+)?${month}\\p{L}{0,2}${after}`),
)

const widestPrices = 100

/** Phrases that a filter is meant by; the first that is found of those that set the same filter counts. */
const phrases: readonly { pattern: RegExp; filters: (found: RegExpExecArray) => Filters }[] = [
  {
    pattern: between,
    filters: ([, low = '', high = '', thousands]): Filters => {
      const [least, most] = [rubles(low, thousands), rubles(high, thousands)]
      // «18-20 500 р.» is a girth with a price behind it.
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

/** Words of categories' names that tell none from another. */
const general = new Set(['растения', 'декоративные', 'для'])
const fold = (word: string) => word.toLowerCase().replaceAll('ё', 'е')
const stemOf = (word: string) => fold(word).replace(/(?:ья|[ыи]е|[ыи]х|ей|[аеиоуыюя])$/u, '')
const longestEnding = 3

/** «Вечнозелёные и вересковые» is called either. */
const patternsIn = (name: string): RegExp[] =>
  name.split(/\s+и\s+/u).flatMap(one => {
    const words = one.split(/\s+/u).filter(word => !general.has(fold(word)))
    const stems = words.map(word => stemOf(word).replaceAll('е', '[её]'))
    if (stems.some(stem => stem.length < 3)) return []
    const pattern = stems.map(stem => `${stem}\\p{L}{0,${longestEnding}}`).join('\\s+')
    return new RegExp(`${before}(?:(?:декоративн\\p{L}+|для)\\s+)?${pattern}(?:\\s+растени\\p{L}+)?${after}`, 'iu')
  })

const compiled = new WeakMap<NamedCategory, RegExp[]>()

/** The categories are kept until one changes, and what they are called with them. */
function patternsOf(category: NamedCategory): RegExp[] {
  const known = compiled.get(category)
  if (known) return known
  const patterns = patternsIn(category.name)
  compiled.set(category, patterns)
  return patterns
}

/** The category that a search names, and with which of its words. What names a plant («роза») is none. */
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
 * Takes out of a search what its words say of the category, the price («до 1 000 ₽», «дешевле 500»), the zone, the stock
 * and the month of flowering: left in, they would be looked for in names. What `ignored` names is left as it stands.
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
