import type { WritableVariant } from '#contract/variants.ts'

/** A size of which nothing is stated. */
export const emptyVariant: WritableVariant = {
  sku: null,
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
  weight: null,
  volume: null,
  price: null,
  price_tiers: [],
  stock: 'in_stock',
  stock_quantity: null,
  stock_is_minimum: false,
  available_from: null,
  note: '',
}
