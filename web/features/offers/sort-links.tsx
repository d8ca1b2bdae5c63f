import { clsx } from 'clsx'
import { Link } from 'react-router'
import { type FilterState, filtersHref, orderings } from './filter-state.ts'

interface SortLinksProps {
  path: string
  filters: FilterState
}

export function SortLinks({ path, filters }: SortLinksProps) {
  return (
    <nav aria-label="Порядок" className="-mx-2 flex flex-wrap">
      {orderings.map(ordering => {
        const current = ordering.value === filters.ordering
        return (
          <Link
            key={ordering.value}
            to={filtersHref(path, { ...filters, ordering: ordering.value })}
            preventScrollReset
            aria-current={current ? 'true' : undefined}
            className={clsx(
              'inline-flex min-h-11 items-center px-2 text-sm underline-offset-8',
              current ? 'font-semibold text-ink underline decoration-accent decoration-2' : 'text-leaf hover:underline',
            )}
          >
            {ordering.name}
          </Link>
        )
      })}
    </nav>
  )
}
