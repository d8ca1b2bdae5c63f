import type { Category } from '#contract/plants.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { findWorded, PlantFacts } from '../index/offer-index.queries.ts'
import type { IndexQuery } from '../index/offer-query.ts'
import { findPlantIds, type OfferQuery } from './offer-search.queries.ts'

/** Whether a query asks for what the directory says of plants. */
export const asksForFacts = ({ filters }: OfferQuery) =>
  filters.evergreen !== undefined || filters.flowering_month.length > 0

/**
 * Replaces the names in a query by ids. `plantFacts`: those of all plants if it asks for them. `worded` finds words in
 * the names of products and companies.
 */
export async function resolveQuery(
  db: Db | Tx,
  { filters, searched, distances }: OfferQuery,
  known: {
    categories: Category[]
    plantFacts: readonly PlantFacts[]
    worded: (words: string) => ReturnType<typeof findWorded>
  },
): Promise<IndexQuery> {
  const [plantIds, worded] = await Promise.all([
    filters.plant.length > 0 ? findPlantIds(db, filters.plant) : null,
    searched && searched.words !== '' ? known.worded(searched.words) : null,
  ])
  const isAsked = ({ slug }: Category) => filters.category.includes(slug)
  return {
    filters,
    categoryIds: filters.category.length > 0 ? known.categories.filter(isAsked).map(({ id }) => id) : null,
    plantIds,
    // Nothing remains to be searched for if all words named the seller or a size.
    searched: searched && (searched.plantIds.length > 0 || worded) ? { ...searched, worded } : null,
    distances,
    plantFacts: known.plantFacts,
  }
}
