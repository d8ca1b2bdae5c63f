import type { ProductCard } from '#contract/products.ts'

const plain = (path: string) => decodeURI(path).replace(/\/+$/, '')

/** Whether a path is the plant's own address; the trailing slash makes no difference. */
export function isOwnAddress(path: string, product: Pick<ProductCard, 'get_absolute_url'>): boolean {
  return plain(path) === plain(product.get_absolute_url)
}
