import type { OfferFilters, offerOrderings } from '#contract/offer-search.ts'
import type { productOrderings } from '#contract/offers.ts'
import type { Root } from '#contract/variants.ts'
import type { PlantFacts } from './offer-index.queries.ts'

/** A search with all names replaced by ids. */
export interface IndexQuery {
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

/** A search for products: those with a size that matches. */
export interface ProductQuery extends IndexQuery {
  /** Ids of entries of the list of packings, of which sizes have one; empty: any. */
  packagings: readonly number[]
  /** The entry for which a size counts, by its own packing or by the entry of its product. */
  packagingOf: (packing: Root | number) => number | null
}

export type Ordering = (typeof offerOrderings)[number] | undefined
/** The prices are those of the cards: the lowest of the sizes that match. */
export type ProductOrdering = (typeof productOrderings)[number]

export interface Page {
  limit: number
  offset: number
}

/** In kopecks or millimetres. */
export type Bounds = { min: number; max: number } | null

/** The number of offers, and the facets: each filter's choices and ranges, counted under all other filters. */
export interface FacetCounts {
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

/** The number of products, and of the choices of each filter under all other filters. */
export interface ProductFacetCounts {
  count: number
  category: ReadonlyMap<number, number>
  zone: ReadonlyMap<number, number>
  region: ReadonlyMap<number, number>
  packaging: ReadonlyMap<number, number>
}
