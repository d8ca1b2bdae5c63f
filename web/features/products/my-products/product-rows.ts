import type { Product } from '#contract/products.ts'

export const nobody = 'Не назначен'

/** What stands in place of the link while there is nothing to see for others. */
export function statusOf({ is_active, review }: Pick<Product, 'is_active' | 'review'>): string {
  if (is_active) return ''
  if (review === null) return 'Уже опубликуется'
  return review.state === 'returned' ? 'Вернули на доработку' : 'Снято с публикации'
}

export const sortings = [
  { value: 'name', name: 'По названию' },
  { value: 'category', name: 'По группе' },
  { value: 'price', name: 'По цене' },
] as const
/** The column by which the table is sorted, always ascending; none: the newest first, as the server lists them. */
export type Sorting = (typeof sortings)[number]['value'] | ''

export const sortingOf = (text: string | null): Sorting => sortings.find(({ value }) => value === text)?.value ?? ''

const { compare } = new Intl.Collator('ru', { ignorePunctuation: true, numeric: true })

const comparisons: Record<Exclude<Sorting, ''>, (a: Product, b: Product) => number> = {
  name: (a, b) => compare(a.name, b.name),
  category: (a, b) => compare(a.category.name, b.category.name),
  // What has no price comes last.
  price: (a, b) => (a.price ?? Number.POSITIVE_INFINITY) - (b.price ?? Number.POSITIVE_INFINITY) || 0,
}

/** Equal ones stay in the order of the list. */
export function sortProducts(products: Product[], by: Sorting): Product[] {
  return by === '' ? products : products.toSorted(comparisons[by])
}

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** What a row says in all its columns, for searching in. */
function rowText(product: Product): string {
  return plain(
    [
      product.id,
      product.name,
      product.latin_name,
      product.category.name,
      product.description,
      product.price,
      product.assigned_to?.email ?? nobody,
      statusOf(product),
      product.review?.reason ?? '',
    ].join('\n'),
  )
}

/** Made once for a list and asked at every letter: products of which every word of the query is somewhere in their row. */
export function productSearch(products: Product[]): (sorted: Product[], query: string) => Product[] {
  let texts: Map<Product, string> | undefined
  return (sorted, query) => {
    const words = plain(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return sorted
    texts ??= new Map(products.map(product => [product, rowText(product)]))
    const known = texts
    return sorted.filter(product => {
      const text = known.get(product) ?? ''
      return words.every(word => text.includes(word))
    })
  }
}

export const rowsOnPage = 100
