import type { ProductCard } from '#contract/products.ts'

const plain = (path: string) => decodeURI(path).replace(/(?<!\/)\/+$/, '')

/** Whether a path is the product's own address, with or without the trailing slash. */
export function isOwnAddress(path: string, product: Pick<ProductCard, 'get_absolute_url'>): boolean {
  return plain(path) === plain(product.get_absolute_url)
}
