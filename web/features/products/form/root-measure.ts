import type { RootMeasure } from '#contract/products.ts'

const usual: [RegExp, RootMeasure][] = [
  [/контейнер/i, 'LITR'],
  [/ком|горшок/i, 'SM'],
  [/кассета/i, 'PIECE'],
]

/** The trade's unit for a root packaging: litres for containers, centimetres for balls and pots; `""`: no usual unit. */
export function usualMeasure(packaging: string): RootMeasure | '' {
  return usual.find(([pattern]) => pattern.test(packaging))?.[1] ?? ''
}
