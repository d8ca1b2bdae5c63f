import { writeLabel } from '#contract/size-label.ts'
import { stockNames } from '#contract/stock-names.ts'
import type { Offer } from './offers.ts'

/** What an offer would be, on one line: name, size, price, stock. */
export function offerSample(name: string, { variants }: Offer): string {
  const [variant] = variants
  if (!variant) return name
  const { price, price_tiers: tiers, stock, stock_quantity, note } = variant
  const amount =
    stock_quantity === null ? (stock === 'in_stock' ? '' : stockNames[stock].toLowerCase()) : `${stock_quantity} шт.`
  const money = price === null ? 'цена по запросу' : `${price.toLocaleString('ru-RU')} ₽`
  const lower = tiers.map(
    ({ quantity_from: from, price: each }) =>
      `${from === null ? 'опт' : `от ${from} шт.`} ${each.toLocaleString('ru-RU')} ₽`,
  )
  return [name, writeLabel(variant), money, ...lower, amount, note].filter(Boolean).join(' · ').slice(0, 300)
}
