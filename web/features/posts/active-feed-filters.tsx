import { RemovableChip } from '#web/ui/chip.tsx'
import { type ActiveFilter, feedHref } from './feed-filters.ts'

/** A chip for each active filter; it links to the feed without that filter. */
export function ActiveFeedFilters({ active }: { active: readonly ActiveFilter[] }) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Выбранные фильтры" className="flex flex-wrap items-center gap-2">
      {active.map(filter => (
        <li key={filter.key}>
          <RemovableChip to={feedHref(filter.without)}>{filter.text}</RemovableChip>
        </li>
      ))}
    </ul>
  )
}
