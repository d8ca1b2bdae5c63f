import type { ComparedPlant, PlantCard } from '#contract/plant-catalogue.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'

const offers = ['предложение', 'предложения', 'предложений'] as const
const companies = ['компании', 'компаний', 'компаний'] as const

const decimal = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «12 м»; below a metre «60 см». */
export const metres = (value: number) =>
  value < 1 ? `${Math.round(value * 100)}\u00a0см` : `${decimal.format(value)}\u00a0м`

const months = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
]

/** The months as the heads of narrow columns. */
export const monthInitials = months.map(name => name.slice(0, 1).toUpperCase())

/** «июнь», «май – июнь», «круглый год» */
export function monthsText({ from_month, to_month }: { from_month: number; to_month: number }): string {
  if (from_month === 1 && to_month === 12) return 'круглый год'
  const [from, to] = [months[from_month - 1] ?? '', months[to_month - 1] ?? '']
  return from === to ? from : `${from} – ${to}`
}

/** Whether it flowers in a month from 1 to 12. */
export function flowersIn(month: number, flowering: PlantCard['flowering']): boolean {
  if (!flowering) return false
  const { from_month: from, to_month: to } = flowering
  return from <= to ? month >= from && month <= to : month >= from || month <= to
}

/** «6 предложений у 3 компаний, от 1 990 ₽» */
export function offeredText({ offers_count, companies_count, price_from }: PlantCard): string {
  if (offers_count === 0) return 'Сейчас не предлагают'
  const price = price_from === null ? '' : `, от ${formatPrice(price_from)}`
  return `${counted(offers_count, offers)} у\u00a0${counted(companies_count, companies)}${price}`
}

/** The facts about a plant, the same lines for every plant; `null` if unknown. */
export function allPlantFacts(plant: ComparedPlant): { label: string; value: string | null }[] {
  const facts: [string, string | null | false][] = [
    ['Зона зимостойкости', plant.zone !== null && `USDA ${plant.zone}`],
    ['Высота взрослого растения', plant.height_at_maturity !== null && metres(plant.height_at_maturity)],
    ['Ширина взрослого растения', plant.spread_at_maturity !== null && metres(plant.spread_at_maturity)],
    ['Прирост', plant.annual_growth !== null && `до ${plant.annual_growth}\u00a0см в год`],
    ['Форма роста', plant.growth_pattern],
    ['Крона', plant.crown_shape],
    ['Листва или хвоя', plant.foliage_colour],
    ['Осенью', plant.autumn_colour],
    [
      'Цветение',
      plant.flowering &&
        [monthsText(plant.flowering), plant.flowering.colour?.toLowerCase()].filter(Boolean).join(', '),
    ],
    ['Свет', plant.light],
    ['Почва', plant.soil],
    ['Влага', plant.moisture],
    ['Применение', plant.landscape_use],
  ]
  return facts.map(([label, value]) => ({ label, value: value || null }))
}

/** What is known of a plant, line by line; what is not is left out. */
export function plantFacts(plant: ComparedPlant): { label: string; value: string }[] {
  return allPlantFacts(plant).flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
}
