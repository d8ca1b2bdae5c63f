import type { OfferFilters, offerOrderings } from '#contract/offer-search.ts'
import type { productOrderings } from '#contract/offers.ts'
import type { Root } from '#contract/variants.ts'
import type { PlantFacts } from './offer-table.queries.ts'

/** A search with all names replaced by ids. */
export interface TableQuery {
  filters: OfferFilters
  /** The ids of the categories and plants that the filters name; `null` if they name none. */
  categoryIds: number[] | null
  plantIds: number[] | null
  /**
   * The result of understanding the words: plants, best match first, or products and companies that contain the words.
   */
  searched: { plantIds: number[]; worded: { productIds: Int32Array; companyIds: number[] } | null } | null
  /** Kilometres by company id; `null` if the query names no place. */
  distances: ReadonlyMap<number, number> | null
  /** The directory's facts about plants; empty unless a filter needs them. */
  plantFacts: readonly PlantFacts[]
}

/** The prices are those of the cards: the lowest of the sizes that match. */
export type ProductOrdering = (typeof productOrderings)[number]

/** A search for products: those with a size that matches. */
export interface ProductQuery extends TableQuery {
  /** Ids of entries of the list of packings, of which sizes have one; empty: any. */
  packagings: readonly number[]
  /** The entry for which a size counts, by its own packing or by the entry of its product. */
  packagingOf: (packing: Root | number) => number | null
}

/** The number of products, and of the choices of each filter under all other filters. */
export interface ProductCounts {
  count: number
  category: ReadonlyMap<number, number>
  zone: ReadonlyMap<number, number>
  region: ReadonlyMap<number, number>
  packaging: ReadonlyMap<number, number>
}

export type Ordering = (typeof offerOrderings)[number] | undefined

/** In kopecks or millimetres. */
export type Bounds = { min: number; max: number } | null

/**
 * The number of offers, the counts of the choices of each filter under all other filters, and the ranges of prices and
 * sizes.
 */
export interface Counts {
  count: number
  category: Map<number, number>
  region: Map<number, number>
  zone: Map<number, number>
  form: Map<string, number>
  root: Map<Root | number, number>
  stock: Map<string, number>
  price: Bounds
  height: Bounds
  girth: Bounds
}
