/**
 * Whole plants in a quantity of a line, for nobody hands over a part of one; 0 where nobody says how many. Lines in metres
 * or packs do not say how many plants they are: none is held for them.
 */
export const plantsIn = ({ unit }: { unit: string | null }, quantity: number | null): number =>
  quantity !== null && (unit === null || unit === 'шт') ? Math.ceil(quantity) : 0
