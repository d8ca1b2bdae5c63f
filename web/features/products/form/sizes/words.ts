import type { Root, Stock } from '#contract/variants.ts'

/** Trade codes for narrow columns, with the unit of the size. */
export const rootWords: Record<Root, string> = {
  bare_root: 'ОКС',
  container: 'C, л',
  pot: 'P, см',
  tray: 'Кассета',
  ball: 'RB, см',
  wire_ball: 'WRB, см',
}

export const rootCodes: Record<Root, string> = {
  bare_root: 'ОКС',
  container: 'C',
  pot: 'P',
  tray: 'кассета',
  ball: 'RB',
  wire_ball: 'WRB',
}

export const stockWords: Record<Stock, string> = {
  in_stock: 'В наличии',
  on_order: 'Под заказ',
  expected: 'Ожидается',
  sold_out: 'Нет',
}
