import type { Product } from '#contract/products.ts'
import type { Variant } from '#contract/variants.ts'
import { attributeGroups } from './attributes.ts'
import { summary } from './product-texts.ts'

const offeredOf = ({ variants }: Product) => variants.filter(({ stock }) => stock !== 'sold_out')

/** One price as an Offer, several as an AggregateOffer; without a price, an Offer without one. */
function priced(product: Product): object {
  const offered = offeredOf(product)
  const prices = offered.map(({ price }) => price).filter(price => price !== null)
  if (!product.price_is_from) {
    return { '@type': 'Offer', ...(product.price !== null && { price: product.price, priceCurrency: 'RUB' }) }
  }
  return {
    '@type': 'AggregateOffer',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    priceCurrency: 'RUB',
    offerCount: offered.length,
  }
}

/** The availability of the size that is available soonest. */
function available(product: Product): object {
  const offered = offeredOf(product)
  const has = (stock: Variant['stock']) => offered.some(variant => variant.stock === stock)
  if (offered.length === 0) return { availability: 'https://schema.org/OutOfStock' }
  if (has('in_stock')) return { availability: 'https://schema.org/InStock' }
  if (has('on_order')) return { availability: 'https://schema.org/MadeToOrder' }
  const dates = offered.flatMap(variant => variant.available_from ?? []).toSorted()
  return { availability: 'https://schema.org/PreOrder', availabilityStarts: dates[0] }
}

/** schema.org Product with its Offer, as Yandex and Google want one on a page. An unstated price is left out. */
export function productStructuredData(publicUrl: string, product: Product, pictures: readonly string[]): object {
  return {
    '@type': 'Product',
    name: product.name,
    ...(product.latin_name && { alternateName: product.latin_name }),
    description: product.description || summary(product),
    category: product.category.name,
    sku: String(product.id),
    image: pictures,
    additionalProperty: attributeGroups(product)
      .flatMap(group => group.attributes)
      .map(({ label, value }) => ({ '@type': 'PropertyValue', name: label, value })),
    offers: {
      ...priced(product),
      ...available(product),
      url: publicUrl + product.get_absolute_url,
      seller: {
        '@type': 'Organization',
        name: product.team.company_name,
        url: `${publicUrl}/teams/get_current_team/${product.team.id}`,
      },
    },
  }
}
