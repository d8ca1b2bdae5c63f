import type { Root, Span, Variant } from '#contract/variants.ts'

/**
 * The size, packing and growth form of a variant, with their names on the wire. Lengths are centimetres with at most
 * one decimal; a single value is in `_from` and `_to`, an open end is null.
 */
export type Sizes = Pick<
  Variant,
  'form' | `${Span}_${'from' | 'to'}` | 'stem_height' | 'stems' | 'transplants' | 'root' | 'root_size'
>

/** What a buyer asks for: like a variant, but with a range of packing sizes. */
export type Wish = Omit<Sizes, 'root_size'> & { root_size_from: number | null; root_size_to: number | null }

export const noSizes: Sizes = {
  form: null,
  height_from: null,
  height_to: null,
  spread_from: null,
  spread_to: null,
  girth_from: null,
  girth_to: null,
  stem_height: null,
  stems: null,
  transplants: null,
  root: null,
  root_size: null,
}

interface Limit {
  min: number
  max: number
  decimals: number
}

/** Numbers outside these limits are errors: the tallest tree ever sold is far below 40 m. */
export const limits: Record<Span | 'stem_height' | 'stems' | 'transplants' | Exclude<Root, 'bare_root'>, Limit> = {
  height: { min: 1, max: 4000, decimals: 1 },
  spread: { min: 1, max: 3000, decimals: 1 },
  girth: { min: 1, max: 600, decimals: 1 },
  stem_height: { min: 5, max: 1000, decimals: 1 },
  stems: { min: 1, max: 50, decimals: 0 },
  transplants: { min: 1, max: 12, decimals: 0 },
  container: { min: 0.05, max: 5000, decimals: 2 },
  pot: { min: 2, max: 100, decimals: 1 },
  tray: { min: 1, max: 1000, decimals: 0 },
  ball: { min: 5, max: 300, decimals: 1 },
  wire_ball: { min: 5, max: 300, decimals: 1 },
}

export const round = (value: number, decimals = 4) => Number(value.toFixed(decimals))

export const isPossible = (value: number | null, { min, max, decimals }: Limit) =>
  value === null || (value >= min && value <= max && round(value, decimals) === round(value))
