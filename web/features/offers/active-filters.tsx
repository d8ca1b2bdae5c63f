import { Link } from 'react-router'
import { RemovableChip } from '#web/ui/chip.tsx'
import { type ActiveFilter, clearedFilters, type FilterState, filtersHref } from './filter-state.ts'

interface ActiveFiltersProps {
  path: string
  filters: FilterState
  active: ActiveFilter[]
}

export function ActiveFilters({ path, filters, active }: ActiveFiltersProps) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Выбранные фильтры" className="flex flex-wrap items-center gap-2">
      {active.map(filter => (
        <li key={filter.key}>
          <RemovableChip to={filtersHref(path, filter.without)}>{filter.text}</RemovableChip>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            to={filtersHref(path, clearedFilters(filters))}
            preventScrollReset
            className="link inline-block px-2 py-2 text-sm"
          >
            Сбросить всё
          </Link>
        </li>
      )}
    </ul>
  )
}
