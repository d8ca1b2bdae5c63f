import type { OfferFilters } from '#contract/offer-search.ts'
import { stockNames } from '#contract/stock-names.ts'
import { formNames } from '#contract/variants.ts'
import { rootNames } from '#server/domains/offers/search/offer-facets.ts'

/** The names of what filters contain as slugs or ids. */
export interface FilterNames {
  plants: Map<string, string>
  companies: Map<number, string>
  categories: Map<string, string>
  regions: Map<number, string>
  places: Map<number, string>
}

const months = [
  'январе',
  'феврале',
  'марте',
  'апреле',
  'мае',
  'июне',
  'июле',
  'августе',
  'сентябре',
  'октябре',
  'ноябре',
  'декабре',
]
const number = new Intl.NumberFormat('ru-RU')

function range(words: string, from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from === undefined && to === undefined) return []
  if (from === to) return [`${words} ${number.format(from ?? 0)} ${unit}`.trim()]
  const parts = [
    from === undefined ? '' : `от ${number.format(from)}`,
    to === undefined ? '' : `до ${number.format(to)}`,
  ]
  return [`${words} ${parts.filter(Boolean).join(' ')} ${unit}`.trim()]
}
const list = (words: string, values: (string | undefined)[]) =>
  values.length === 0 ? [] : [`${words}${values.map(value => value ?? 'неизвестно').join(' или ')}`]
const choice = (value: boolean | undefined, yes: string, no: string) => (value === undefined ? [] : [value ? yes : no])

/** A description of a query in words. */
export function summaryOf(filters: OfferFilters, names: FilterNames): string {
  const parts = [
    ...(filters.search ? [`«${filters.search}»`] : []),
    ...list(
      '',
      filters.plant.map(slug => names.plants.get(slug)),
    ),
    ...list(
      '',
      filters.category.map(slug => names.categories.get(slug)),
    ),
    ...list(
      '',
      filters.form.map(form => formNames[form]),
    ),
    ...range('высота', filters.height_from, filters.height_to, 'см'),
    ...range('ширина', filters.spread_from, filters.spread_to, 'см'),
    ...range('обхват', filters.girth_from, filters.girth_to, 'см'),
    ...range('штамб', filters.stem_height_from, filters.stem_height_to, 'см'),
    ...list(
      '',
      filters.root.map(root => rootNames[root]),
    ),
    ...range('размер упаковки', filters.root_size_from, filters.root_size_to, ''),
    ...range('цена', filters.price_from, filters.price_to, '₽'),
    ...range('количество', filters.quantity, filters.quantity, 'шт.'),
    ...list(
      '',
      filters.stock.map(stock => stockNames[stock]),
    ),
    ...(filters.zone === undefined ? [] : [`зимует в зоне ${filters.zone}`]),
    ...(filters.hardy ? [`зимует здесь: ${names.places.get(filters.place ?? 0) ?? 'неизвестное место'}`] : []),
    ...list(
      'регион: ',
      filters.region.map(id => names.regions.get(id)),
    ),
    ...list(
      'компания: ',
      filters.company.map(id => names.companies.get(id)),
    ),
    ...choice(filters.evergreen, 'вечнозелёные', 'листопадные'),
    ...list(
      'цветёт в ',
      filters.flowering_month.map(month => months[month - 1]),
    ),
    ...choice(filters.has_photos, 'с фотографиями', 'без фотографий'),
    ...choice(filters.verified, 'проверенные компании', 'без отметки «Проверено»'),
    ...choice(filters.fresh, 'со свежими сведениями', 'с давними сведениями'),
  ]
  return parts.length === 0 ? 'Все предложения' : parts.join(', ')
}
