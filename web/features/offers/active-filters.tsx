import { Link } from 'react-router'
import { RemovableChip } from '#web/ui/chip.tsx'

interface ActiveFiltersProps {
  chips: { key: string; text: string; to: string }[]
  /** Without any of them. */
  clearTo: string
}

/** What narrows a list, each to be taken off by a link. */
export function ActiveFilters({ chips, clearTo }: ActiveFiltersProps) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Выбранные фильтры" className="flex flex-wrap items-center gap-2">
      {chips.map(chip => (
        <li key={chip.key} className="min-w-0">
          <RemovableChip to={chip.to}>{chip.text}</RemovableChip>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={clearTo} preventScrollReset className="link inline-block px-2 py-2 text-sm">
            Сбросить всё
          </Link>
        </li>
      )}
    </ul>
  )
}
