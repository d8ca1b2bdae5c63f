import type { Category } from '#contract/plants.ts'
import type { ListedProduct } from '#contract/price-lists.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { listPublishedSizes } from './price-list-files.queries.ts'

type SizeRow = Awaited<ReturnType<typeof listPublishedSizes>>[number]

export interface ListedSection {
  category: Category
  products: ListedProduct[]
}

/** Groups variants, in the order of the list, by section and product. */
export function sectionsOf(rows: SizeRow[]): ListedSection[] {
  const sections: ListedSection[] = []
  for (const { category, product, variant } of rows) {
    let section = sections.at(-1)
    if (section?.category.id !== category.id) {
      section = { category, products: [] }
      sections.push(section)
    }
    let listed = section.products.at(-1)
    if (listed?.id !== product.id) {
      listed = {
        id: product.id,
        name: product.name,
        latin_name: product.latinName,
        get_absolute_url: productPath(category.slug, product.slug),
        variants: [],
      }
      section.products.push(listed)
    }
    listed.variants.push(presentVariant(variant))
  }
  return sections
}
