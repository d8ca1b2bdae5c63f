import type { RootMeasure } from '#contract/products.ts'

const usual: [RegExp, RootMeasure][] = [
  [/контейнер/i, 'LITR'],
  [/ком|горшок/i, 'SM'],
  [/кассета/i, 'PIECE'],
]

/** In what the trade measures a root packaging: containers in litres, balls and pots in centimetres; `""`: no custom. */
export function usualMeasure(packaging: string): RootMeasure | '' {
  return usual.find(([pattern]) => pattern.test(packaging))?.[1] ?? ''
}
