import type { PriceUnit } from './titles.ts'

/** How many plants a price is for. */
export const countOf = (per: PriceUnit | null): number =>
  per === 'ten'
    ? 10
    : per === 'hundred'
      ? 100
      : per === 'thousand'
        ? 1000
        : per?.startsWith('pack:')
          ? Number(per.slice(5))
          : 1
