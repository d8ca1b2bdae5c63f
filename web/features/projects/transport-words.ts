import type { StrategySummary } from '#contract/projects.ts'
import type { Tour, TransportPlan } from '#contract/transport.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { lineForms, nurseryForms } from './words.ts'

const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const nbsp = '\u00a0'

export const weightText = (kilograms: number) =>
  kilograms < 1000 ? `${tenths.format(kilograms)}${nbsp}кг` : `${tenths.format(kilograms / 1000)}${nbsp}т`
export const volumeText = (cubicMetres: number) => `${tenths.format(Math.max(0.1, cubicMetres))}${nbsp}м³`
export const kmText = (km: number) => `${whole.format(km)}${nbsp}км`

const tourForms = ['рейс', 'рейса', 'рейсов'] as const
export const toursText = ({ tours, price }: TransportPlan) =>
  `${counted(tours.length, tourForms)}, ${formatPrice(price)}`

/** «5 т, 480 км, 4,2 т из 5 т» */
export const tourText = ({ vehicle, distance_km: km, load }: Tour) =>
  `${kmText(km)} · ${weightText(load.weight)} из ${weightText(vehicle.payload_kg)} · ${volumeText(load.volume)} из ${volumeText(vehicle.volume_m3)}`

export const reasonTexts: Record<TransportPlan['unplaced'][number]['reason'], string> = {
  no_place: 'питомник не указал место',
  no_quantity: 'количество не в штуках',
  no_weight: 'не знаем, сколько весит',
  does_not_fit: 'не помещается ни в одну машину',
  no_vehicle: 'некому везти',
  too_much: 'слишком много для одного расчёта',
}

/** «растения + доставка = итого», as far as it is known. */
export function sumText({ plants, transport, total }: StrategySummary): string {
  if (plants === null) return 'Укажите место проекта'
  if (transport === null || total === null) return `растения ${formatPrice(plants)}`
  return `${formatPrice(plants)} + ${formatPrice(transport)} = ${formatPrice(total)}`
}

export function besideText({ companies, lines, priced_lines, unplaced_lines }: StrategySummary): string {
  if (companies === null) return ''
  const unpriced = (lines ?? 0) - (priced_lines ?? 0)
  return [
    counted(companies, nurseryForms),
    unpriced > 0 && `без цены ${counted(unpriced, lineForms)}`,
    (unplaced_lines ?? 0) > 0 && `без доставки ${counted(unplaced_lines ?? 0, lineForms)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
