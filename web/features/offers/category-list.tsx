import { Link } from 'react-router'
import type { CategoryWithCount } from '#contract/offers.ts'
import { plants, pluralForm } from '#web/lib/plural.ts'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'

interface CategoryListProps {
  categories: CategoryWithCount[]
  /** Passed on to the category's page: the words searched for. */
  search?: string
}

/** The catalogue's table of contents: name, dotted line, number of products. */
export function CategoryList({ categories, search }: CategoryListProps) {
  const query = search ? `?${new URLSearchParams({ search })}` : ''
  return (
    <RenderedOnce as="ul" name="categories" of={[categories, query]} className="gap-x-14 sm:columns-2">
      {() =>
        categories.map(category => (
          <li key={category.id} className="break-inside-avoid">
            <Link
              to={`/products/${category.slug}${query}`}
              className="flex min-h-11 items-center gap-2 py-1 no-underline hover:text-leaf"
            >
              <span className="font-serif text-lg leading-tight">{category.name}</span>
              <span aria-hidden className="leaders" />
              <span className="text-muted tabular-nums">
                {category.products_count}
                <span className="sr-only"> {pluralForm(category.products_count, plants)}</span>
              </span>
            </Link>
          </li>
        ))
      }
    </RenderedOnce>
  )
}
