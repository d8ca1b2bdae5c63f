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

const unitsOfMany: [RegExp, PriceUnit][] = [
  [/^(?:тыс(?:яч[аи]?)?\.?|1 ?000)(?: ?(?:шт|экз|раст|саж|сеян)\p{L}*\.?)?$/iu, 'thousand'],
  [/^(?:сотн[яи]|100(?: ?(?:шт|экз|раст|саж)\p{L}*\.?)?)$/iu, 'hundred'],
  [/^(?:дес(?:\.|ят(?:ок|ка|ки))?|10 ?(?:шт|экз|раст|саж)\p{L}*\.?)$/iu, 'ten'],
]

/** «тыс. шт.» in a column of units: what the price and the stock of its row are counted in; null for anything else. */
export const unitOfMany = (text: string): PriceUnit | null =>
  unitsOfMany.find(([pattern]) => pattern.test(text.trim().slice(0, 40)))?.[1] ?? null

/** A title that says itself that its numbers are of single plants. */
export const namesPieces = (title: string): boolean => /(?<!\p{L})(?:шт|экз)(?!\p{L})/iu.test(title)
