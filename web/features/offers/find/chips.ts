import type { OfferPage } from '#contract/offer-search.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { type Chosen, changed, hrefOf, inForce, takeOff } from './address.ts'

export interface OfferChip {
  key: string
  text: string
  /** The address without it. */
  to: string
}

const numbers = new Intl.NumberFormat('ru-RU')
const numberOf = (text: string) => Number(text.replace(',', '.'))
const number = (text: string) => (Number.isFinite(numberOf(text)) ? numbers.format(numberOf(text)) : text)
const rubles = (text: string) => (Number.isFinite(numberOf(text)) ? formatPrice(numberOf(text)) : text)

function range(from: string | undefined, to: string | undefined, show = number): string {
  if (from && to) return from === to ? show(from) : `${show(from)}–${show(to)}`
  return from ? `от ${show(from)}` : `до ${show(to ?? '')}`
}

const ranges = [
  { name: 'girth', text: (size: string) => `обхват ${size} см` },
  { name: 'height', text: (size: string) => `высота ${size} см` },
  { name: 'spread', text: (size: string) => `ширина ${size} см` },
  { name: 'stem_height', text: (size: string) => `штамб ${size} см` },
  { name: 'root_size', text: (size: string) => `ком или горшок ${size}` },
] as const

export const monthNames = [
  'в январе',
  'в феврале',
  'в марте',
  'в апреле',
  'в мае',
  'в июне',
  'в июле',
  'в августе',
  'в сентябре',
  'в октябре',
  'в ноябре',
  'в декабре',
]

const flags: Record<string, { 1: string; 0: string }> = {
  evergreen: { 1: 'вечнозелёные', 0: 'листопадные' },
  has_photos: { 1: 'с фотографиями', 0: 'без фотографий' },
  verified: { 1: 'проверенные компании', 0: 'непроверенные компании' },
  fresh: { 1: 'подтверждены за две недели', 0: 'подтверждены давно' },
}

/** A plant by its address, where no offer tells its name: `tilia-cordata` */
const nameOfSlug = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

/**
 * Everything that narrows the page, chosen by hand or understood of the search: each can be taken off. The words
 * themselves stand in the search field.
 */
export function offerChips(chosen: Chosen, { understood, facets, results, place }: OfferPage): OfferChip[] {
  const now = inForce(chosen, understood)
  const one = (name: string) => now[name]?.[0]
  const chips: OfferChip[] = []
  const add = (key: string, text: string, without: Chosen) => chips.push({ key, text, to: hrefOf(without) })
  for (const { slug, name } of understood.plants)
    add(`understood-${slug}`, name, changed(chosen, { ignore: [...(chosen.ignore ?? []), slug] }))
  /** Choices of a list, each on its own. */
  function each(filter: string, textOf: (value: string) => string) {
    for (const value of now[filter] ?? []) {
      const left = (chosen[filter] ?? []).filter(other => other !== value)
      const without = left.length > 0 ? changed(chosen, { [filter]: left }) : takeOff(chosen, [filter], understood)
      add(`${filter}-${value}`, textOf(value), without)
    }
  }
  const named = (choices: readonly { value: string | number; name: string }[]) => (value: string) =>
    choices.find(choice => String(choice.value) === value)?.name ?? value
  each('plant', slug => results.find(({ plant }) => plant?.slug === slug)?.plant?.name ?? nameOfSlug(slug))
  if (one('quantity'))
    add('quantity', `${number(one('quantity') ?? '')} шт.`, takeOff(chosen, ['quantity'], understood))
  for (const { name, text } of ranges) {
    const [from, to] = [one(`${name}_from`), one(`${name}_to`)]
    if (from || to) add(name, text(range(from, to)), takeOff(chosen, [`${name}_from`, `${name}_to`], understood))
  }
  each('form', named(facets.form))
  each('root', named(facets.root))
  const [low, high] = [one('price_from'), one('price_to')]
  if (low || high)
    add('price', `цена ${range(low, high, rubles)}`, takeOff(chosen, ['price_from', 'price_to'], understood))
  // The place that was chosen stands beside the list; the one that the words name can be taken off here.
  if (place && understood.filters.place === place.id)
    add('place', `место: ${place.name}`, changed(chosen, { ignore: [...(chosen.ignore ?? []), 'place'] }))
  if (place && one('hardy'))
    add('hardy', `зимует: ${place.name}, зона ${place.zone}`, takeOff(chosen, ['hardy'], understood))
  if (one('zone')) add('zone', `зона ${one('zone')}`, takeOff(chosen, ['zone'], understood))
  each('category', named(facets.category))
  each('stock', named(facets.stock))
  each(
    'company',
    id => results.find(({ company }) => String(company.id) === id)?.company.company_name ?? 'одна компания',
  )
  each('region', named(facets.region))
  if (one('within')) add('within', `до ${number(one('within') ?? '')} км`, takeOff(chosen, ['within'], understood))
  each('flowering_month', month => `цветёт ${monthNames[Number(month) - 1] ?? month}`)
  for (const [name, texts] of Object.entries(flags)) {
    const value = one(name)
    if (value === '1' || value === '0') add(name, texts[value], takeOff(chosen, [name], understood))
  }
  return chips
}
