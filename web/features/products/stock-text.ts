import { stockNames } from '#contract/stock-names.ts'
import type { Variant } from '#contract/variants.ts'
import { type Counted, isAllHeld, quantityFor } from '#web/lib/available.ts'

const numbers = new Intl.NumberFormat('ru-RU')
const inThisYear = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
const [dates, datesWithYear] = [
  new Intl.DateTimeFormat('ru-RU', inThisYear),
  new Intl.DateTimeFormat('ru-RU', { ...inThisYear, year: 'numeric' }),
]

type Stocked = Counted & Pick<Variant, 'stock' | 'available_from' | 'confirmed_at'>

/**
 * How many there are, or from when. The year is shown if it differs from that of the confirmation, not from today's:
 * otherwise the server's page and the browser's could differ.
 */
export function stockText(variant: Stocked): string {
  const { stock, available_from: date } = variant
  const quantity = quantityFor(variant)
  const counted = quantity ? `${variant.stock_is_minimum ? 'от ' : ''}${numbers.format(quantity)}\u00a0шт.` : ''
  if (stock === 'sold_out') return stockNames.sold_out
  if (isAllHeld(variant)) return 'Всё обещано по сделкам'
  if (stock !== 'expected') return counted ? `${stockNames[stock]}, ${counted}` : stockNames[stock]
  if (date === null) return stockNames.expected
  const isThisYear = date.slice(0, 4) === variant.confirmed_at.slice(0, 4)
  const from = (isThisYear ? dates : datesWithYear).format(new Date(`${date}T00:00:00Z`))
  return `${stockNames.expected} с\u00a0${from.replaceAll(' ', '\u00a0')}`
}
