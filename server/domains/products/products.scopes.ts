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
 * Which products are offered in a category (`null`: in all), in order of publication, with their zones and the packings
 * of their sizes; without their prices, sizes and texts.
 */
export const offersScope = (categoryId: number | null): Scope =>
  categoryId === null ? 'offers' : `offers:${categoryId}`

/** Which products of a genus are offered. */
export const genusOffersScope = (genus: string): Scope => `genus-offers:${genus}`
/** Which products a company offers. */
export const companyOffersScope = (companyId: number): Scope => `company-offers:${companyId}`

/**
 * Everything that lists of products and searches over offers find, sort and show of variants: sizes, packing, prices and
 * stock, whether there are photos, and the products' columns.
 */
export const sizesScope: Scope = 'sizes'
/** The variants in a category (`null`: in all). */
export const categorySizesScope = (categoryId: number | null): Scope =>
  categoryId === null ? sizesScope : `category-sizes:${categoryId}`
/** The variants of one company. */
export const companySizesScope = (companyId: number): Scope => `company-sizes:${companyId}`
/** The variants of one plant of the directory, and of all plants of a genus. */
export const plantSizesScope = (plantId: number): Scope => `plant-sizes:${plantId}`
export const genusSizesScope = (genusId: number): Scope => `genus-sizes:${genusId}`

/** The scopes on which these cards depend. */
export const scopesOfCards = (cards: ProductCard[]): Scope[] => [
  categoriesScope,
  ...new Set(cards.flatMap(card => [productScope(card.id), companyScope(card.team.id)])),
]
