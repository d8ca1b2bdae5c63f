import { clsx } from 'clsx'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { flowersIn, monthInitials, monthsText } from './plant-texts.ts'

/** Twelve months; those of flowering are filled. */
export function FloweringCalendar({ flowering }: { flowering: NonNullable<PlantCard['flowering']> }) {
  const text = `Цветёт: ${monthsText(flowering)}`
  return (
    <div role="img" aria-label={text} title={text} className="grid max-w-sm grid-cols-12 gap-1">
      {monthInitials.map((initial, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the months of a year
          key={at}
          className={clsx(
            'flex h-8 items-center justify-center rounded-sm text-xs',
            flowersIn(at + 1, flowering) ? 'bg-accent-soft font-semibold text-accent-strong' : 'bg-sunken text-muted',
          )}
        >
          {initial}
        </span>
      ))}
    </div>
  )
}
