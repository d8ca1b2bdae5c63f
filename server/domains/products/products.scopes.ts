import type { ProductCard } from '#contract/products.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import type { Scope } from '#server/platform/http/cache/content-changes.ts'

/** A product with its photos and slugs, published or not. */
export const productScope = (id: number): Scope => `${ofProduct}${id}`
/** The product that a scope names, if it is that of one. */
export const productOfScope = (scope: Scope): number | null =>
  scope.startsWith(ofProduct) ? Number(scope.slice(ofProduct.length)) : null
const ofProduct = 'product:'

/**
 * Which products are offered in a category (`null`: in all), in the order of their publishing, and what filters tell
 * them apart by; not their prices, sizes and texts.
 */
export const offersScope = (categoryId: number | null): Scope =>
  categoryId === null ? 'offers' : `offers:${categoryId}`

/** Prices, sizes, names and texts of all that a category (`null`: all) offers: what lists are searched and sorted by. */
export const offerValuesScope = (categoryId: number | null): Scope =>
  categoryId === null ? 'offer-values' : `offer-values:${categoryId}`

/** Which products of a genus are offered. */
export const genusOffersScope = (genus: string): Scope => `genus-offers:${genus}`
/** Which products a company offers. */
export const companyOffersScope = (companyId: number): Scope => `company-offers:${companyId}`

/**
 * All that searches over offers find, order and show of variants: their sizes, packing, prices and stock, whether they
 * have photos, and what their products say of them.
 */
export const sizesScope: Scope = 'sizes'
/** The same of one company alone. */
export const companySizesScope = (companyId: number): Scope => `company-sizes:${companyId}`
/** The same of one plant of the directory, and of all plants of a genus. */
export const plantSizesScope = (plantId: number): Scope => `plant-sizes:${plantId}`
export const genusSizesScope = (genusId: number): Scope => `genus-sizes:${genusId}`

/** What these cards are made of. */
export const scopesOfCards = (cards: ProductCard[]): Scope[] => [
  categoriesScope,
  ...new Set(cards.flatMap(card => [productScope(card.id), companyScope(card.team.id)])),
]
