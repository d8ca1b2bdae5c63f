import type { Variant } from '#contract/variants.ts'

export type Counted = Pick<Variant, 'stock_quantity' | 'stock_is_minimum' | 'available_quantity'>

/** How many can be bought, or a minimum of it; `null`: nobody says. */
export const quantityFor = ({ stock_quantity, stock_is_minimum, available_quantity }: Counted): number | null =>
  stock_is_minimum ? stock_quantity : available_quantity

/** Whether deals hold all that there is. */
export const isAllHeld = ({ stock_quantity, available_quantity }: Counted): boolean =>
  available_quantity === 0 && stock_quantity !== 0
