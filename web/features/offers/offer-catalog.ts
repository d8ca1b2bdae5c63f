import type { ProductCard } from '#contract/products.ts'

/** schema.org OfferCatalog of the products on a page. The Offer of a product without a price has no price. */
export function offerCatalog(publicUrl: string, name: string, products: readonly ProductCard[]): object {
  return {
    '@type': 'OfferCatalog',
    name,
    itemListElement: products.map(product => ({
      '@type': 'Offer',
      url: publicUrl + product.get_absolute_url,
      availability: `https://schema.org/${product.is_sold_out ? 'OutOfStock' : 'InStock'}`,
      ...(product.price !== null && { price: product.price, priceCurrency: 'RUB' }),
      seller: { '@type': 'Organization', name: product.team.company_name },
      itemOffered: { '@type': 'Product', name: product.name, image: product.get_image },
    })),
  }
}
