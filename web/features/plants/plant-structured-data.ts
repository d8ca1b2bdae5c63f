import type { OfferPage } from '#contract/offer-search.ts'
import type { PlantDetail } from '#contract/plant-catalogue.ts'
import { plantFacts } from './plant-texts.ts'

/** schema.org Product with all its offers; without offers only the product. */
export function plantStructuredData(publicUrl: string, plant: PlantDetail, { facets }: OfferPage): object {
  const { min, max } = facets.price
  return {
    '@type': 'Product',
    name: plant.name,
    alternateName: [plant.latin_name, ...plant.synonyms, ...plant.trade_names],
    image: plant.get_image,
    url: `${publicUrl}/plants/${plant.slug}`,
    ...(plant.category && { category: plant.category.name }),
    additionalProperty: plantFacts(plant).map(({ label, value }) => ({ '@type': 'PropertyValue', name: label, value })),
    ...(plant.offers_count > 0 && {
      offers: {
        '@type': 'AggregateOffer',
        offerCount: plant.offers_count,
        availability: 'https://schema.org/InStock',
        ...(min !== null &&
          max !== null && { lowPrice: plant.price_from ?? min, highPrice: max, priceCurrency: 'RUB' }),
      },
    }),
  }
}
