import type { LineOption, LineState, LineUnit, Project, ProjectLine, Strategy } from '#contract/projects.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'

export const lineForms = ['строка', 'строки', 'строк'] as const
export const offerForms = ['предложение', 'предложения', 'предложений'] as const
export const nurseryForms = ['питомник', 'питомника', 'питомников'] as const
/** «у 3 питомников» */
export const atNurseries = ['питомника', 'питомников', 'питомников'] as const

export const strategyNames: Record<Strategy, string> = {
  cheapest: 'Дешевле всего',
  fewest_companies: 'Меньше питомников',
  nearest: 'Ближе всего',
  cheapest_delivered: 'Дешевле с доставкой',
}

/** States as groups of lines. */
export const stateNames: Record<LineState, string> = {
  several: 'Уточнить растение',
  unknown: 'Не узнали растение',
  not_offered: 'Нет в продаже',
  size_differs: 'Другой размер',
  matched: 'Есть в продаже',
  note: 'Заголовки и примечания',
}

/** The state of one line that still needs somebody; `""` of one that does not. */
export function stateText({ state, options, chosen }: ProjectLine): string {
  if (state === 'several') return 'Какое это растение?'
  if (state === 'unknown') return 'Такого названия нет в справочнике'
  if (state === 'not_offered') return 'Сейчас никто не предлагает'
  if (state !== 'size_differs' || chosen !== null) return ''
  const fits = new Set(options.map(({ fit }) => fit))
  if (fits.has('larger')) return fits.has('smaller') ? 'Есть только крупнее или мельче' : 'Есть только крупнее'
  return fits.has('smaller') ? 'Есть только мельче' : 'Есть только с другой формой, упаковкой или размером'
}

/** How an offer differs from what is wanted; `""`: it does not. */
export const fitText: Record<LineOption['fit'], string> = {
  exact: '',
  larger: 'крупнее, чем нужно',
  smaller: 'мельче, чем нужно',
  other: 'отличается формой, упаковкой или размером',
}

const units: Record<LineUnit, string> = { шт: 'шт.', м2: 'м²', 'п.м.': 'п. м', м3: 'м³', кг: 'кг', уп: 'уп.' }
export const unitName = (unit: LineUnit) => units[unit]

const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** «12 шт.»; `""`: the schedule does not say. */
export const quantityText = ({ quantity, unit }: Pick<ProjectLine, 'quantity' | 'unit'>): string =>
  quantity === null ? '' : `${numbers.format(quantity)}\u00a0${unit === null ? '' : unitName(unit)}`.trim()

export const chosenOf = ({ options, chosen }: Pick<ProjectLine, 'options' | 'chosen'>): LineOption | null =>
  chosen === null ? null : (options.find(({ variant }) => variant.id === chosen) ?? null)

/** Plants that a line takes of an offer's stock. */
const plantsIn = ({ quantity, unit }: Pick<ProjectLine, 'quantity' | 'unit'>) =>
  quantity !== null && (unit === null || unit === 'шт') ? Math.ceil(quantity) : 0

/** What the server computes too: how many of an offer are left for a line, if others have taken so many of it. */
export function leftOf(
  { variant }: Pick<LineOption, 'variant'>,
  line: Pick<ProjectLine, 'quantity' | 'unit'>,
  taken = 0,
): number | null {
  const there = variant.stock_is_minimum ? null : variant.available_quantity
  const wanted = plantsIn(line)
  return there === null || wanted === 0 || there - taken >= wanted ? null : Math.max(0, there - taken)
}

/** Adds up what lines take of variants, by their ids. */
export function plantsTaken() {
  const taken = new Map<number, number>()
  return {
    of: (variant: number) => taken.get(variant) ?? 0,
    take: (variant: number, line: Pick<ProjectLine, 'quantity' | 'unit'>) =>
      taken.set(variant, (taken.get(variant) ?? 0) + plantsIn(line)),
    own: plantsIn,
  }
}

/** «осталось 2 из 5»; `""`: there is enough, as far as is known. */
export const shortText = ({ left_quantity: left }: LineOption, { quantity }: Pick<ProjectLine, 'quantity'>): string =>
  left === null || quantity === null ? '' : `осталось ${left} из ${numbers.format(quantity)}`

export const unitPriceText = ({ unit_price: price }: LineOption) =>
  price === null ? 'цена по запросу' : formatPrice(price)

/** «из 21 строки» */
const ofLines = ['строки', 'строк', 'строк'] as const

/** «Выбрано 12 из 40 строк» */
export const chosenText = (chosen: number, lines: number) => `Выбрано ${chosen} из ${counted(lines, ofLines)}`

/** «Выбрано 12 из 40 строк на 345 000 ₽ у 3 питомников» */
export const totalsText = ({ lines, totals }: Pick<Project, 'lines' | 'totals'>): string =>
  chosenTotalsText(lines.filter(line => line.chosen !== null).length, totals)

/** The same of a project of which only a part is there. */
export function chosenTotalsText(chosen: number, totals: Project['totals']): string {
  if (chosen === 0) return `Пока ничего не выбрано: ${counted(totals.lines, lineForms)}`
  const where = `у\u00a0${counted(totals.companies.length, atNurseries)}`
  return `${chosenText(chosen, totals.lines)} на\u00a0${formatPrice(totals.price)} ${where}`
}

/** «Есть предложения для 6 из 10 строк» */
export function offeredText(lines: readonly ProjectLine[]): string {
  const wanted = lines.filter(({ state }) => state !== 'note')
  const offered = wanted.filter(({ options }) => options.length > 0).length
  return `Есть предложения для ${offered} из ${counted(wanted.length, ofLines)}`
}
