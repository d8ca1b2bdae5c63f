import { stockNames } from '#contract/stock-names.ts'
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

/** Short, for a column of a table. */
export const stockWords: Record<Stock, string> = { ...stockNames, sold_out: 'Нет' }
