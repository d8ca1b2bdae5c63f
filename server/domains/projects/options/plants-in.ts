/** Whether a line counts plants; one in metres or packs does not. */
export const countsPlants = ({ unit }: { unit: string | null }): boolean => unit === null || unit === 'шт'

/**
 * Whole plants in a quantity of a line, for nobody hands over a part of one; 0 where nobody says how many. Lines in metres
 * or packs do not say how many plants they are: none is held for them.
 */
export const plantsIn = (line: { unit: string | null }, quantity: number | null): number =>
  quantity !== null && countsPlants(line) ? Math.ceil(quantity) : 0
