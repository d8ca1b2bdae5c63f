import { LRUCache } from 'lru-cache'
import { companiesScope } from '#server/domains/companies/companies.scopes.ts'
import { offersScope, sizesScope } from '#server/domains/products/products.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Computed, ContentChanges } from '#server/platform/http/cache/content-changes.ts'
import { findWorded } from '../index/offer-index.queries.ts'

/** Bytes of what words have found, cached by one process. */
const cacheBytes = 8 * 1024 * 1024

type Found = Awaited<ReturnType<typeof findWorded>>

/**
 * Finds the products and companies with words in their names. Common words take the database longer than all the rest of
 * a list, and find the same for all its pages, for each choice of a filter, and for lists of products and of offers.
 */
export function wordedOffers({ db, changes }: { db: Db; changes: ContentChanges }) {
  const cache = new LRUCache<string, Computed & { found: Found }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ found }, words) =>
      4 * (found.productIds.length + found.companyIds.length) + 2 * words.length + 100,
  })
  return async (words: string): Promise<Found> => {
    await changes.current()
    const known = cache.get(words)
    if (known && changes.holds(known)) return known.found
    const computed = { state: changes.known(), scopes: [offersScope(null), sizesScope, companiesScope] }
    const found = await findWorded(db, words)
    cache.set(words, { ...computed, found })
    return found
  }
}
