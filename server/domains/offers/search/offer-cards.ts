import { LRUCache } from 'lru-cache'
import { type Offer, offer as offerShape } from '#contract/offer-search.ts'
import { companyRegionsScope, companyScope } from '#server/domains/companies/companies.scopes.ts'
import { categoriesScope, plantsScope } from '#server/domains/plants/plants.scopes.ts'
import { productScope } from '#server/domains/products/products.scopes.ts'
import { lookupsScope } from '#server/domains/reference/reference.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Computed, type ContentChanges, clockScope } from '#server/platform/http/cache/content-changes.ts'
import { type Written, writerOf } from '#server/platform/http/serialisation.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type OfferRow, prepareListOffers } from './offer-search.queries.ts'
import { type Asked, presentOffer } from './offers.present.ts'

/** Offers that are cached as they were last read, some kilobytes each. */
const mostCached = 5000

interface Card extends Computed {
  row: OfferRow
  /** As it is shown without a place and a quantity. */
  written: Written<Offer>
}

const write = writerOf(offerShape)

/** The scopes of what an offer shows of itself. */
const scopesOf = ({ product, company }: OfferRow) => [
  ...[clockScope, categoriesScope, lookupsScope, plantsScope, companyRegionsScope],
  ...[productScope(product.id), companyScope(company.id)],
]

/**
 * Reads offers by their variants' ids and serialises them. The same offers are on the first pages of most searches, so
 * those shown last are cached while nothing changes that they show; the database is asked only for the others.
 */
export function offerCards({ db, media, changes }: { db: Db; media: MediaStore; changes: ContentChanges }) {
  const readOffers = prepareListOffers(db)
  const cache = new LRUCache<number, Card>({ max: mostCached })

  async function read(ids: number[]): Promise<Map<number, Card>> {
    const found = new Map<number, Card>()
    const state = changes.known()
    const missing = ids.filter(id => {
      const known = cache.get(id)
      if (!known || !changes.holds(known)) return true
      known.state = state
      found.set(id, known)
      return false
    })
    for (const row of missing.length > 0 ? await readOffers(missing) : []) {
      const written = write(presentOffer(row, media, { distances: null, quantity: undefined }))
      const one = { state, scopes: scopesOf(row), row, written }
      cache.set(row.variant.id, one)
      found.set(row.variant.id, one)
    }
    return found
  }

  /** In the order of the ids. Offers that have been unpublished since the search are left out. */
  return async (ids: number[], asked: Asked): Promise<{ row: OfferRow; written: Written<Offer> }[]> => {
    const found = await read(ids)
    const isPlain = asked.distances === null && asked.quantity === undefined
    return ids.flatMap(id => {
      const one = found.get(id)
      if (!one) return []
      const { row, written } = one
      return [{ row, written: isPlain ? written : write(presentOffer(row, media, asked)) }]
    })
  }
}
