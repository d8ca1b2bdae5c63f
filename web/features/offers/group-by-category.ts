import type { Category } from '#contract/plants.ts'
import type { ProductCard } from '#contract/products.ts'

export interface CategoryGroup {
  category: Category
  products: ProductCard[]
}

const byName = new Intl.Collator('ru')

/** Products grouped by category, the largest category first; the order within a category stays. */
export function groupByCategory(products: readonly ProductCard[]): CategoryGroup[] {
  const groups = new Map<number, CategoryGroup>()
  for (const product of products) {
    const group = groups.get(product.category.id) ?? { category: product.category, products: [] }
    group.products.push(product)
    groups.set(product.category.id, group)
  }
  return [...groups.values()].sort(
    (one, other) =>
      other.products.length - one.products.length || byName.compare(one.category.name, other.category.name),
  )
}
