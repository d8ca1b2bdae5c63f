import { type Freshness, freshDays, type Offer } from '#contract/offer-search.ts'
import { ratingOf } from '#server/domains/companies/companies.present.ts'
import { presentPlantRef } from '#server/domains/plants/plants.present.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { unitPriceOf } from '../unit-price.ts'
import type { OfferRow } from './offer-search.queries.ts'

const day = 24 * 60 * 60 * 1000

export function freshnessOf(confirmedAt: Date | string, now = Date.now()): Freshness {
  const days = (now - new Date(confirmedAt).getTime()) / day
  return days <= freshDays.fresh ? 'fresh' : days <= freshDays.ageing ? 'ageing' : 'stale'
}

/** The parts of a request on which the presentation of an offer depends. `distances`: kilometres by company id. */
export interface Asked {
  distances: ReadonlyMap<number, number> | null
  quantity: number | undefined
}

export function presentOffer(row: OfferRow, media: Pick<MediaStore, 'urls'>, { distances, quantity }: Asked): Offer {
  const { id, name, slug, hasPhotos, coverKey, zone } = row.product
  const { priceKopecks, priceTiers } = row.variant
  const unitKopecks = quantity === undefined ? priceKopecks : unitPriceOf(priceKopecks, priceTiers, quantity)
  return {
    variant: presentVariant(row.variant),
    product: {
      id,
      name,
      slug,
      get_absolute_url: productPath(row.categorySlug, slug),
      get_thumbnail: media.urls(coverKey).get_thumbnail,
      has_photos: hasPhotos,
      zone,
    },
    company: {
      id: row.company.id,
      company_name: row.company.name,
      region: row.region,
      is_verified: row.company.verifiedAt !== null,
      rating: ratingOf(row.company),
      reviews_count: row.company.reviewsCount,
    },
    plant: presentPlantRef(row.plant),
    unit_price: unitKopecks === null ? null : unitKopecks / 100,
    freshness: freshnessOf(row.variant.confirmedAt),
    distance: distances?.get(row.company.id) ?? null,
  }
}
