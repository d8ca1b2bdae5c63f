import type { Product } from '#contract/products.ts'
import { attributeGroups } from './attributes.ts'
import { summary } from './product-texts.ts'

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
      '@type': 'Offer',
      url: publicUrl + product.get_absolute_url,
      availability: 'https://schema.org/InStock',
      ...(product.price !== null && { price: product.price, priceCurrency: 'RUB' }),
      seller: {
        '@type': 'Organization',
        name: product.team.company_name,
        url: `${publicUrl}/teams/get_current_team/${product.team.id}`,
      },
    },
  }
}
