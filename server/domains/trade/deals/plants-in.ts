import type { PricedLineRow } from '../trade.tables.ts'

/**
 * Whole plants in a quantity of a line, for nobody hands over a part of one. Lines in metres or packs do not say how many
 * plants they are: none is held for them.
 */
export const plantsIn = ({ unit }: Pick<PricedLineRow, 'unit'>, quantity: number): number =>
  unit === null || unit === 'шт' ? Math.ceil(quantity) : 0
